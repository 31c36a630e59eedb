internal import Domain

/// Assigns identifiers to the arguments of a side that have none, and to those whose identifier an
/// earlier one has: that of a previous argument with the same text, or else the next number.
struct Identifiers {
  /// The number of the newest identifier.
  private(set) var last: Int
  private let claimed: Set<Argument.ID>
  private var used: Set<Argument.ID> = []
  private var known: [String: [Argument.ID]] = [:]

  /// - Parameters:
  ///   - written: the identifiers in the lines, in order.
  ///   - last: the number of the newest identifier so far.
  ///   - known: the previous arguments.
  init(_ written: [Argument.ID?], last: Int, known: [Argument]) {
    claimed = Set(written.compactMap(\.self))
    self.last = claimed.reduce(last) { max($0, Int($1) ?? 0) }
    for argument in known where !claimed.contains(argument.id) {
      self.known[argument.text, default: []].append(argument.id)
    }
  }

  mutating func next(_ written: Argument.ID?, _ text: String) -> Argument.ID {
    if let written, used.insert(written).inserted { return written }
    if let id = known[text]?.first {
      known[text]?.removeFirst()
      used.insert(id)
      return id
    }
    last += 1
    used.insert(String(last))
    return String(last)
  }
}
