internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// Something in the trash of a store.
struct TrashedItem {
  let id: String
  let title: String
  /// The id of the topic, or of the post's topic.
  let topic: String
  let isPost: Bool
  let author: String
  /// RFC 3339, as the daemon wrote it.
  let date: String

  /// nil if something is missing.
  init?(_ json: JSONText) {
    guard let id = json["id"]?.string, let topic = json["topic"]?.string else { return nil }
    self.id = id
    self.topic = topic
    title = json["title"]?.string ?? ""
    isPost = json["post"] != nil
    author = json["author"]?.string ?? ""
    date = json["date"]?.string ?? ""
  }

  /// What it is, such as `post in cats`.
  var kind: String { isPost ? "post in \(topic)" : "topic \(topic)" }

  /// The intents of a store's trash.
  static func intent(_ name: String, under root: RootName) -> String {
    "\(root).remove.trash.\(name)"
  }

  /// As many as the daemon lists at once.
  static let page = 1000
}

extension CommandContext {
  /// Returns what a name on the command line means: the id of something in the trash, or that of a
  /// topic, of which it means the one that was removed last. An unknown name is passed on to the
  /// daemon, which refuses it.
  func trashed(
    _ name: String, under root: RootName, over connection: Connection
  ) async throws(Failure) -> (id: String, item: TrashedItem?) {
    var last: String?
    while true {
      let result = try await call(
        TrashedItem.intent("list", under: root),
        ["limit": TrashedItem.page.json, "before": last?.json], over: connection)
      let items = (result["items"]?.elements ?? []).compactMap(TrashedItem.init)
      let found = items.first { $0.id == name || !$0.isPost && $0.topic == name }
      if let found { return (found.id, found) }
      guard items.count == TrashedItem.page else { return (name, nil) }
      last = items.last?.id
    }
  }

  /// What becomes of what an intent removes, as a sentence to follow the question before it; empty
  /// if that is not known.
  func fate(ofWhat intent: String, over connection: Connection) async throws(Failure) -> String {
    guard let pattern = Pattern(intent) else { return "" }
    let described = try await call(
      Discover.method, Discover(patterns: [pattern]).parameters, over: connection)
    let method = described["methods"]?.elements?.first { $0["name"]?.string == intent }
    guard let schema = method?["result"]?["schema"] else { return "" }
    return schema["properties"]?["trash"] == nil
      ? " It cannot be restored: this store keeps no trash." : ""
  }
}
