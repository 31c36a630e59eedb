internal import BoxWire
internal import TerminalClient

/// What the program remembers from one run to the next.
struct Remembered: Equatable {
  /// The order of the topics.
  var order = TopicOrder.created
  /// The path of the topic that was opened last; nil if none was.
  var topic: String?
  /// The list that was beside a board; nil if none was.
  var list: BoardList.Kind?

  private static let file = "tui-state.json"
  /// In bytes.
  private static let longest = 4096

  init() {}

  /// What was remembered, as far as it can be read.
  static func load() -> Remembered {
    var state = Remembered()
    guard let bytes = ClientState.contents(of: file, limit: longest),
      let json = try? JSONText(parsing: bytes)
    else { return state }
    state.order = json["order"]?.string.flatMap(TopicOrder.init) ?? .created
    state.topic = json["topic"]?.string
    state.list = json["list"]?.string.flatMap(BoardList.Kind.init)
    return state
  }

  func save() {
    let members: [(String, String?)] = [
      ("order", order.rawValue), ("topic", topic), ("list", list?.rawValue),
    ]
    let json = JSONText(
      members: members.compactMap { name, text in
        text.map { (name: name, value: JSONText($0)) }
      })
    ClientState.keep(Array("\(json)\n".utf8), as: Self.file)
  }
}
