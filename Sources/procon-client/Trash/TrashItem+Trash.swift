internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

extension TrashItem {
  var isPost: Bool { post != nil }

  /// What it is, such as `post in cats`.
  var kind: String { isPost ? "post in \(topic)" : "topic \(topic)" }

  /// The intents of a store's trash.
  static func intent(_ name: String, under root: RootName) -> String {
    intent(name, under: root.description)
  }

  /// As many as the daemon lists at once.
  static let page = 1000
}

extension CommandContext {
  /// Returns what a name on the command line means: the id of something in the trash, or that of a
  /// topic, of which it means the one that was removed last, or the beginning of an id in the trash. An unknown name is passed on to the
  /// daemon, which refuses it.
  func trashed(
    _ name: String, under root: RootName, command: String, over connection: Connection
  ) async throws(Failure) -> (id: String, item: TrashItem?) {
    let beginning = IDBeginning(name)
    var matching: [TrashItem] = []
    var last: String?
    while true {
      let result = try await call(
        TrashItem.intent("list", under: root),
        [.limit: TrashItem.page.json, .before: last?.json], over: connection)
      let items = try result.read(.items, as: [TrashItem].self)
      let found = items.first { $0.id == name || !$0.isPost && $0.topic == name }
      if let found { return (found.id, found) }
      if let beginning { matching += items.filter { beginning.begins($0.id) } }
      guard items.count == TrashItem.page else {
        let id = try beginning?.match(in: matching.map(\.id), command: command)
        return (id ?? name, matching.first { $0.id == id })
      }
      last = items.last?.id
    }
  }

  /// What becomes of what an intent removes, as a sentence to follow the question before it; empty
  /// if that is not known.
  func fate(ofWhat intent: String, over connection: Connection) async throws(Failure) -> String {
    let method = try await description(of: intent, over: connection)
    guard let schema = method?["result"]?["schema"] else { return "" }
    return schema["properties"]?[AnswerKey.trash] == nil
      ? " It cannot be restored: this store keeps no trash." : ""
  }
}
