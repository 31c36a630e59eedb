/// The newest transactions that were made.
struct RecentAttempts {
  private var revisions: [String: Int] = [:]
  private var order: [String] = []

  /// More than any gateway has in flight, of several gateways.
  private static let most = 10_000

  /// The revision in which the transaction with a name was made; nil if it is not known.
  func revision(of name: String) -> Int? { revisions[name] }

  mutating func note(_ name: String, in revision: Int) {
    guard revisions.updateValue(revision, forKey: name) == nil else { return }
    order.append(name)
    guard order.count >= 2 * Self.most else { return }
    for name in order.prefix(Self.most) { revisions[name] = nil }
    order.removeFirst(Self.most)
  }
}
