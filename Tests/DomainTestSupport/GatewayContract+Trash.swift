internal import Domain

extension GatewayContract {
  /// Additional requirements for gateways that keep a trash.
  package static let trashSentences = trashingTopics + trashingPosts + trashingOptions

  /// All requirements for a gateway that keeps a history, but no trash.
  package static let sentencesWithoutTrash = sentences + historySentences + erasing

  private static let erasing = [
    GatewayContract("a gateway without a trash says so") { gateway in
      try expect(gateway.keepsTrash, is: false)
      try await expect(TrashError.noTrash) { () async throws(TrashError) in
        _ = try await gateway.trash()
      }
      try await expect(TrashError.noTrash) { () async throws(TrashError) in
        _ = try await gateway.restore("none", by: "ada", at: later)
      }
      try await expect(TrashError.noTrash) { () async throws(TrashError) in
        try await gateway.erase([])
      }
    }
  ]

  private static let trashingTopics = [
    GatewayContract("a removed topic is in the trash, with who removed it and when") { gateway in
      try expect(gateway.keepsTrash, is: true)
      var removals = gateway.removals().makeAsyncIterator()
      let removal = try await remove(topic, by: "bob", in: gateway)
      let entries = try await gateway.trash()
      try expect(entries.map(\.removal), is: [removal])
      try expect(entries.map(\.item), is: [.topic(topic, title: "Artificial Intelligence")])
      guard let entry = entries.first, entry.bytes > 0 else {
        throw ContractBreach("the entry has no size")
      }
      guard await removals.next(isolation: #isolation) != nil else {
        throw ContractBreach("the removal was not reported")
      }
    },
    GatewayContract("the trash has the newest first, also of topics with the same id") { gateway in
      let first = try await remove(topic, by: "ada", in: gateway)
      _ = try await addTopic("AI", to: gateway)
      let second = try await remove(topic, by: "bob", at: later.after(later), in: gateway)
      try expect(try await gateway.trash().map(\.removal), is: [second, first])
      let restored = try await gateway.restore(first.id, by: "ada", at: later).value
      try expect(
        try await gateway.board(of: restored).value.overview,
        is: BuiltInTopic.board(at: start).overview)
      try expect(try await gateway.trash().map(\.removal), is: [second])
    },
    GatewayContract("a restored topic has its arguments and posts, and is reported") { gateway in
      _ = try await add("One", to: gateway)
      let post = try await write("Trial", in: topic, gateway)
      let board = try await gateway.board(of: topic).value
      let removal = try await remove(topic, in: gateway)
      let (changes, restored) = try await reported(by: gateway) {
        try await gateway.restore(removal.id, by: "ada", at: later)
      }
      try expect(restored, is: topic)
      try expect(changes.first, is: .board(board))
      try expect(try await gateway.board(of: topic).value, is: board)
      try expect(try await gateway.post(post.id, of: topic), is: post)
      try expect(try await gateway.topics().value, is: [board.overview])
      try expect(try await gateway.trash(), is: [])
      let argument = try await gateway.update(topic) { board throws(BoardError) in
        try board.add(.pro, text: "Two", author: "ada", at: later)
      }.value
      try expect(argument.id, is: "6")
    },
    GatewayContract("a restored topic gets another id if its own is taken") { gateway in
      let post = try await write("Trial", in: topic, gateway)
      let removal = try await remove(topic, in: gateway)
      _ = try await addTopic("AI", to: gateway)
      let restored = try await gateway.restore(removal.id, by: "ada", at: later).value
      try expect(restored, is: "artificial-intelligence")
      try expect(
        try await gateway.board(of: restored).value.pros,
        is: BuiltInTopic.arguments(.pro, at: start))
      try expect(
        try await gateway.post(post.id, of: restored).content, is: post.content)
      try expect(Set(try await gateway.topics().value.map(\.id)), is: [topic, restored])
    },
    GatewayContract("what is erased, or was never removed, cannot be restored") { gateway in
      let removal = try await remove(topic, in: gateway)
      let other = try await addTopic("Other", to: gateway).id
      let kept = try await remove(other, in: gateway)
      try await gateway.erase([removal.id, "none"])
      try expect(try await gateway.trash().map(\.removal), is: [kept])
      for id in [removal.id, "none"] {
        try await expect(TrashError.notFound(id: id)) { () async throws(TrashError) in
          _ = try await gateway.restore(id, by: "ada", at: later)
        }
      }
      try expect(try await addTopic("AI", to: gateway).id, is: topic)
      try expect(try await gateway.board(of: topic).value.pros.arguments, is: [])
    },
    GatewayContract("topics with the ids trash, restore and purge are like others") { gateway in
      for title in ["Trash", "Restore", "Purge"] {
        let new = try await addTopic(title, to: gateway)
        try expect(new.id, is: title.lowercased())
        let removal = try await remove(new.id, in: gateway)
        let restored = try await gateway.restore(removal.id, by: "ada", at: later).value
        try expect(restored, is: new.id)
        try expect(try await gateway.topics().value.first { $0.id == new.id }, is: new)
      }
    },
  ]

  private static let trashingPosts = [
    GatewayContract("a removed post is in the trash, and is restored as it was") { gateway in
      let post = try await write("Trial", in: topic, gateway)
      let removal = try await removePost(post, by: "bob", in: gateway)
      let entries = try await gateway.trash()
      try expect(entries.map(\.removal), is: [removal])
      try expect(entries.map(\.item), is: [.post(post.id, of: topic, title: "Trial")])
      let (changes, restored) = try await reported(by: gateway) {
        try await gateway.restore(removal.id, by: "ada", at: later)
      }
      try expect(restored, is: topic)
      try expect(
        changes.last,
        is: .posts(topic, newest: [PostOverview(post)], changes: [.stored(post)]))
      try expect(try await gateway.post(post.id, of: topic), is: post)
      try expect(try await gateway.trash(), is: [])
    },
    GatewayContract("a removed post of a removed topic is part of it, also under another id") {
      gateway in
      let post = try await write("Trial", in: topic, gateway)
      let removal = try await removePost(post, in: gateway)
      let whole = try await remove(topic, in: gateway)
      try expect(try await gateway.trash().map(\.removal), is: [whole])
      _ = try await addTopic("AI", to: gateway)
      _ = try await gateway.restore(whole.id, by: "ada", at: later)
      let other = "artificial-intelligence"
      try expect(
        try await gateway.trash().map(\.item), is: [.post(post.id, of: other, title: "Trial")])
      _ = try await gateway.restore(removal.id, by: "ada", at: later)
      try expect(try await gateway.post(post.id, of: other).content, is: post.content)
    },
    GatewayContract("with a topic, its removed posts are erased") { gateway in
      let post = try await write("Trial", in: topic, gateway)
      let removal = try await removePost(post, in: gateway)
      try await gateway.erase([try await remove(topic, in: gateway).id])
      try await expect(TrashError.notFound(id: removal.id)) { () async throws(TrashError) in
        _ = try await gateway.restore(removal.id, by: "ada", at: later)
      }
      try expect(try await gateway.trash(), is: [])
    },
  ]

  // MARK: Steps

  private static func remove(
    _ id: Topic.ID, by author: String = "ada", at date: Timestamp = later, in gateway: Gateway
  ) async throws -> Removal {
    let removal = Removal(by: author, at: date)
    _ = try await gateway.remove(id, removal)
    return removal
  }

  private static func removePost(
    _ post: Post, by author: String = "ada", in gateway: Gateway
  ) async throws -> Removal {
    try await StorePosts(gateway: gateway) { later }.remove(post.id, of: topic, author: author)
      .value
  }

  private static func write(
    _ title: String, in topic: Topic.ID, _ gateway: Gateway
  ) async throws -> Post {
    try await StorePosts(gateway: gateway) { later }.write(
      in: topic, title: title, content: "First\n\nSecond", author: "ada"
    ).value
  }
}
