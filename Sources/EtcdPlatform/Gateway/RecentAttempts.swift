/// The names of the newest transactions that were made.
struct RecentAttempts {
  private var names: Set<String> = []
  private var order: [String] = []

  /// More than any gateway has in flight, of several gateways.
  private static let most = 10_000

  func contains(_ name: String) -> Bool { names.contains(name) }

  mutating func note(_ name: String) {
    guard names.insert(name).inserted else { return }
    order.append(name)
    guard order.count >= 2 * Self.most else { return }
    names.subtract(order.prefix(Self.most))
    order.removeFirst(Self.most)
  }
}
