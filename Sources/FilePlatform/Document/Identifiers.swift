internal import Domain

/// Assigns identifiers to the elements of a list that have none, and to those whose identifier an
/// earlier one has: that of a previous element with the same text, or else the next number.
struct Identifiers {
  /// The number of the newest identifier.
  private(set) var last: Int
  private let claimed: Set<String>
  private var used: Set<String> = []
  private var known: [String: [String]] = [:]

  /// - Parameters:
  ///   - written: the identifiers in the lines, in order.
  ///   - last: the number of the newest identifier so far.
  ///   - known: the previous elements.
  init(_ written: [String?], last: Int, known: [(id: String, text: String)]) {
    claimed = Set(written.compactMap(\.self))
    self.last = claimed.reduce(last) { max($0, Int($1) ?? 0) }
    for (id, text) in known where !claimed.contains(id) {
      self.known[text, default: []].append(id)
    }
  }

  mutating func next(_ written: String?, _ text: String) -> String {
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
