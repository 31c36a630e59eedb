extension EtcdKey {
  /// The name of the transaction that was made last. Each one writes it, so that a gateway knows whether
  /// its transaction was made if the answer is lost.
  static let attempt = "attempt"
  /// How many entries of the feed were dropped: ``DroppedEntries``.
  static let droppedFeed = "dropped/feed"
  /// How many entries of the history of the store were dropped.
  static let droppedHistory = "dropped/history"

  /// The mark of an import of many topics that is complete. Its value is an empty object.
  static func imported(_ name: String) -> String { imports + name }

  static let imports = "imports/"

  /// What the keys of a board begin with that are not in lists, without what all keys of the topic begin
  /// with.
  static let boardParts = ["objections/", "options/", "positions/", "todos/", "topic"]

  /// The parts of long values.
  static let allParts = "parts/"

  /// What all keys of the parts of a long value begin with.
  static func parts(_ name: String) -> String { "\(allParts)\(name)/" }

  /// - Parameter number: counted from 0.
  static func part(_ name: String, _ number: Int) -> String { parts(name) + String(number) }
}

/// A key as a gateway reads it.
enum MirroredKey: Equatable {
  case content(EtcdKey.Meaning)
  case attempt
  case droppedFeed
  case droppedHistory
  case part(String, Int)
  case imported(String)

  /// nil if it is not one of this layout.
  init?(_ key: String) {
    switch key {
    case EtcdKey.attempt: self = .attempt
    case EtcdKey.droppedFeed: self = .droppedFeed
    case EtcdKey.droppedHistory: self = .droppedHistory
    default:
      if key.hasPrefix(EtcdKey.imports) {
        let name = key.dropFirst(EtcdKey.imports.count)
        guard EtcdKey.isName(name) else { return nil }
        self = .imported(String(name))
      } else if key.hasPrefix("parts/") {
        let segments = key.split(separator: "/")
        guard segments.count == 3, EtcdKey.isName(segments[1]), let number = Int(segments[2]),
          number >= 0
        else { return nil }
        self = .part(String(segments[1]), number)
      } else {
        guard let meaning = EtcdKey.meaning(of: key) else { return nil }
        self = .content(meaning)
      }
    }
  }
}
