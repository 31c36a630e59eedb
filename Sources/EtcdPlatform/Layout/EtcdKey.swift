internal import Domain

/// The keys of a mount, relative to its prefix.
///
/// Each segment that names something consists of ASCII letters, digits, `_` and `-`, except for the
/// people in the keys of positions, so that keys are equal when their bytes are.
enum EtcdKey {
  /// Which layout it is: a ``LayoutVersion``.
  static let layout = "layout"
  /// Where the contents of topics are: ``TopicPlace``.
  static let topics = "topics/"
  /// The contents of topics, those in the trash included.
  static let data = "data/"
  /// The newest changes: ``FeedRecord``.
  static let feed = "feed/"
  /// The history of the store: ``FeedRecord``.
  static let history = "history/"
  /// What was removed: ``StoredTrashEntry``.
  static let trash = "trash/"
  /// The marks of imports of many topics that are complete.
  static let imports = "imports/"
  /// The parts of long values: ``LongValues``.
  static let parts = "parts/"
  /// The name of the transaction that was made last. Each one writes it, so that a gateway knows whether
  /// its transaction was made if the answer is lost.
  static let attempt = "attempt"
  /// What was sent before this was last written, and depends on it, cannot be made any longer.
  static let barrier = "barrier"
  /// How many entries of the feed were dropped: ``DroppedEntries``.
  static let droppedFeed = "dropped/feed"
  /// How many entries of the history of the store were dropped.
  static let droppedHistory = "dropped/history"
  /// What the keys of a board begin with that are not in lists, without what all keys of the topic begin
  /// with.
  static let boardParts = ["objections/", "options/", "positions/", "todos/", "topic"]

  static func topic(_ id: Topic.ID) -> String { topics + id }

  /// What all keys of the contents of a topic begin with.
  static func contents(_ data: String) -> String { "\(self.data)\(data)/" }

  /// - Parameter part: a key of the board, such as `topic` or `boards/K/pro/3`.
  static func board(_ part: String, in data: String) -> String { contents(data) + part }

  static func post(_ id: Post.ID, in data: String) -> String { posts(in: data) + id }

  static func posts(in data: String) -> String { "\(contents(data))posts/" }

  /// - Parameter number: from 1 to ``lastRecord``.
  static func history(_ number: Int, in data: String) -> String {
    let digits = String(number)
    return records(in: data) + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  static func records(in data: String) -> String { "\(contents(data))history/" }

  /// With it, numbers have ten digits, and keys sort as they do.
  static let lastRecord = 9_999_999_999

  static func feed(_ name: String) -> String { feed + name }

  static func history(_ name: String) -> String { history + name }

  static func trash(_ id: TrashEntry.ID) -> String { trash + id }

  static func imported(_ name: String) -> String { imports + name }

  /// What all keys of the parts of a long value begin with.
  static func parts(_ name: String) -> String { "\(parts)\(name)/" }

  /// - Parameter number: counted from 0.
  static func part(_ number: Int, of name: String) -> String { parts(name) + String(number) }

  /// Whether a text can be the name of contents, of lists, or of an entry: 1 to 64 ASCII letters, digits,
  /// `_` and `-`.
  static func isName(_ text: String) -> Bool { Topic.isID(text) }
}

extension EtcdKey {
  /// What a key is.
  enum Meaning: Equatable, Sendable {
    case layout
    case topic(Topic.ID)
    /// A part of the board of a topic, or something there that is not understood.
    case board(String, in: String)
    case post(Post.ID, in: String)
    /// An entry of the history of a topic.
    case record(Int, in: String)
    case feed(String)
    /// An entry of the history of the store.
    case history(String)
    case trash(TrashEntry.ID)
    /// The mark of an import.
    case imported(String)
    /// A part of a long value.
    case part(Int, of: String)
    case attempt
    case droppedFeed
    case droppedHistory
  }

  /// Returns what a key is; nil if it is not one of this layout.
  static func meaning(of key: String) -> Meaning? {
    switch key {
    case layout: return .layout
    case attempt: return .attempt
    case droppedFeed: return .droppedFeed
    case droppedHistory: return .droppedHistory
    default: break
    }
    let segments = segments(of: key, maxSplits: 2)
    guard segments.count > 1, isName(segments[1]) else { return nil }
    let name = segments[1]
    guard segments.count > 2 else {
      return switch "\(segments[0])/" {
      case topics: .topic(name)
      case feed: .feed(name)
      case history: .history(name)
      case trash: .trash(name)
      case imports: .imported(name)
      default: nil
      }
    }
    return switch "\(segments[0])/" {
    case data: meaning(of: segments[2], in: name)
    case parts: Int(segments[2]).flatMap { $0 < 0 ? nil : .part($0, of: name) }
    default: nil
    }
  }

  private static func meaning(of part: String, in data: String) -> Meaning? {
    let segments = segments(of: part)
    switch segments[0] {
    case "posts":
      return segments.count == 2 && isName(segments[1]) ? .post(segments[1], in: data) : nil
    case "history":
      guard segments.count == 2, segments[1].utf8.count == 10,
        segments[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(segments[1]),
        number > 0
      else { return nil }
      return .record(number, in: data)
    default: return .board(part, in: data)
    }
  }

  /// What is between the slashes of a key.
  fileprivate static func segments(of key: String, maxSplits: Int = .max) -> [String] {
    key.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: maxSplits, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
  }
}

/// A key of a board, without what all keys of its topic begin with.
enum BoardKey: Hashable, Sendable {
  case topic
  case option(Option.ID)
  /// A side of the lists with a name: its order.
  case side(ListName)
  case argument(Argument.ID, ListName)
  /// As the name of the person is written: percent-encoded.
  case position(String)
  case objection(Objection.ID)
  case todo(Todo.ID)

  /// A side of the lists with a name.
  struct ListName: Hashable, Sendable {
    let board: String
    let side: Side
  }

  /// What all keys of positions begin with.
  static let positions = "positions/"

  static func position(of person: String) -> BoardKey { .position(percentEncoded(person)) }

  /// What all keys of the lists with a name begin with.
  static func lists(_ board: String) -> String { "boards/\(board)/" }

  var text: String {
    switch self {
    case .topic: "topic"
    case .option(let id): "options/\(id)"
    case .side(let list): Self.lists(list.board) + list.side.rawValue
    case .argument(let id, let list): "\(Self.lists(list.board))\(list.side.rawValue)/\(id)"
    case .position(let name): Self.positions + name
    case .objection(let id): "objections/\(id)"
    case .todo(let id): "todos/\(id)"
    }
  }

  /// nil for a text that is not such a key.
  init?(_ text: String) {
    let segments = EtcdKey.segments(of: text)
    switch (segments[0], segments.count) {
    case ("topic", 1): self = .topic
    case ("options", 2) where Option.isID(segments[1]): self = .option(segments[1])
    case ("objections", 2) where Self.isNumber(segments[1]): self = .objection(segments[1])
    case ("todos", 2) where Self.isNumber(segments[1]): self = .todo(segments[1])
    case ("positions", 2) where !segments[1].isEmpty: self = .position(segments[1])
    case ("boards", 3...4):
      guard EtcdKey.isName(segments[1]), let side = Side(rawValue: segments[2]) else { return nil }
      let list = ListName(board: segments[1], side: side)
      guard segments.count == 4 else {
        self = .side(list)
        return
      }
      guard Self.isNumber(segments[3]) else { return nil }
      self = .argument(segments[3], list)
    default: return nil
    }
  }

  /// Whether a text is a number from 1 on as it is written, from which counting can go on.
  static func isNumber(_ text: String) -> Bool {
    (1...15).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && text.utf8.first != 0x30
  }

  /// As RFC 3986 has it: only ASCII letters, digits, `-`, `.`, `_` and `~` stay.
  private static func percentEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch Unicode.Scalar(byte) {
      case "0"..."9", "A"..."Z", "a"..."z", "-", ".", "_", "~":
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
