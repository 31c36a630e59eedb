internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// What was removed from a store: the intents under `<root>.remove.trash`.
///
/// No topic can be there, since `remove` is not the id of one. A topic can have the id `trash`. New
/// intents of a store belong under such a reserved id, too.
enum TrashScene {
  static let name = "trash"
  static let purge = "purge"

  @LoopActor
  static func make(
    _ root: String, _ viewModel: TrashViewModel, users: UserNames, _ acts: Acts
  ) -> Scene {
    let scene = Scene(TrashItem.place(under: root))
    scene.intent(
      "list", summary: "Lists the topics and posts that were removed, newest first.",
      answers: [MemberDescription(.items, .array(of: TrashItem.jsonSchema), "Newest first.")],
      errors: [.failed, .unavailable],
      Parameter<String?>(
        .before, example: examplePost, description: "Only items that follow the one with this id."),
      Parameter<Int>(
        .limit, default: 50, in: 1...pageLimit, description: "Maximum number of items.")
    ) { caller, before, limit in
      try await answering { () async throws(TrashError) in
        try await viewModel.list()
      } as: { items in
        var readable = items.filter { caller.may(.read, $0, under: root) }[...]
        if let before { readable = readable.drop { $0.id != before }.dropFirst() }
        return try answer(.items, JSONText(encoding: Array(readable.prefix(limit))))
      }
    }
    scene.intent(
      "restore",
      summary: "Puts a topic or a post back, with everything that belongs to it.",
      answers: [
        MemberDescription(.id, .string, "The id of the topic: the same if that is not in use.")
      ],
      errors: [.failed, .notFound, .notAllowed, .limit, .unavailable],
      Parameter<String>(.id, example: examplePost, description: idRules)
    ) { caller, id in
      let item = try await find(id, viewModel, caller, root)
      try caller.checkRestoring(item, under: root)
      let author = await users.name(of: caller)
      return try await answering { () async throws(TrashError) in
        let topic = try await viewModel.restore(item.id, author: author)
        let act = item.post == nil ? "restored" : "restored a post of"
        acts.log(author, act, topic, "titled", item.title)
        return answer(.id, JSONText(topic))
      }
    }
    scene.intent(
      purge, summary: "Erases what was removed, for good.",
      confirm: "Are you sure you want to erase this for good?",
      errors: [.failed, .notFound, .unavailable],
      Parameter<String>(.id, example: examplePost, description: idRules)
    ) { caller, id in
      let item = try await find(id, viewModel, caller, root)
      let author = await users.name(of: caller)
      return try await answering { () async throws(TrashError) in
        try await viewModel.purge(item.id)
        let act = item.post == nil ? "erased" : "erased a post of"
        acts.log(author, act, item.topic, "titled", item.title)
        return []
      }
    }
    return scene
  }

  /// Keeps an answer below a megabyte and a half.
  private static let pageLimit = 1000

  private static let idRules =
    "That of the item; or that of a topic, for the one that was removed last."

  /// Returns an item of which the caller may know: that with this id, or else the newest topic that
  /// had it.
  @LoopActor
  private static func find(
    _ id: String, _ viewModel: TrashViewModel, _ caller: Caller, _ root: String
  ) async throws(RequestError) -> TrashItem {
    do throws(TrashError) {
      let items = try await viewModel.list().filter { caller.may(.read, $0, under: root) }
      let item =
        items.first { $0.id == id } ?? items.first { $0.post == nil && $0.topic == id }
      guard let item else { throw .notFound(id: id) }
      return item
    } catch {
      throw error.requestError
    }
  }
}

@LoopActor
extension Caller {
  /// Whether it may read the title of something that was removed, where that was.
  fileprivate func may(_ action: Rights.Action, _ item: TrashItem, under root: String) -> Bool {
    let box = item.post == nil ? "summary" : "posts.items"
    return Path("\(root).\(item.topic).\(box)").map { may(action, at: $0) } ?? false
  }

  /// Throws -32003 if the caller may not read all that would be restored, since a topic may get
  /// another id, or may not add such a thing.
  fileprivate func checkRestoring(_ item: TrashItem, under root: String) throws(RequestError) {
    let topic = "\(root).\(item.topic)"
    try checkReading(item.post == nil ? CopySource.copied : ["posts.items"], under: topic)
    try checkCalling(item.post == nil ? "\(root).create" : "\(topic).posts.write")
  }
}
