internal import Domain

extension GatewayContract {
  static let posts = [
    GatewayContract("a topic has no posts at first") { gateway in
      try expect(try await newest(in: gateway), is: [])
    },
    GatewayContract("a post is stored as it is returned, newest first") { gateway in
      let first = try await write("One", "Cafés: 你好 👩‍🚀\n\n\tTwo lines", to: gateway).value
      // The clock is stopped, but dates and identifiers still differ.
      let (changes, second) = try await reported(by: gateway) {
        try await write("Two", "Second", to: gateway)
      }
      try expect(first.created, is: later)
      try expect(second.created, is: later.after(later))
      try expect(first.id < second.id, is: true)
      let overviews = [second, first].map(PostOverview.init)
      try expect(changes.last, is: .posts(topic, newest: overviews, changes: [.stored(second)]))
      try expect(try await newest(in: gateway), is: overviews)
      for post in [first, second] {
        try expect(try await gateway.post(post.id, of: topic), is: post)
      }
    },
    GatewayContract("posts are read in pages, even after one that was removed") { gateway in
      var ids: [Post.ID] = []
      for number in 1...5 { ids.append(try await write("\(number)", "x", to: gateway).value.id) }
      let page = { @Sendable (before: Post.ID?) async throws in
        try await gateway.posts(of: topic, before: before, limit: 2).map(\.title)
      }
      try expect(try await page(nil), is: ["5", "4"])
      try expect(try await page(ids[3]), is: ["3", "2"])
      _ = try await StorePosts(gateway: gateway) { later }.remove(ids[3], of: topic, author: "ada")
      try expect(try await page(ids[3]), is: ["3", "2"])
      try expect(try await page(ids[0]), is: [])
    },
    GatewayContract("an overview has the beginning of a long content") { gateway in
      let content = String(repeating: "é", count: 5000)
      let post = try await write("Long", content, to: gateway).value
      let beginning = String(content.prefix(PostOverview.longestBeginning))
      try expect(try await newest(in: gateway).map(\.beginning), is: [beginning])
      try expect(try await gateway.post(post.id, of: topic).content, is: content)
    },
    GatewayContract("an edit keeps identifier, author, creation date and position") { gateway in
      let post = try await write("One", "First", to: gateway).value
      _ = try await write("Two", "Second", to: gateway)
      let edited = try await StorePosts(gateway: gateway) { later }.edit(
        post.id, of: topic, content: "Changed", author: "bob"
      ).value
      let expected = Post(
        id: post.id, topic: topic, title: "One", content: "Changed", author: "ada",
        created: post.created, updated: post.updated.after(post.updated), updatedBy: "bob")
      try expect(edited, is: expected)
      try expect(try await newest(in: gateway).last, is: PostOverview(expected))
      try expect(try await gateway.post(post.id, of: topic), is: expected)
    },
    GatewayContract("a removed post no longer exists") { gateway in
      let post = try await write("One", "First", to: gateway).value
      let posts = StorePosts(gateway: gateway) { later }
      _ = try await posts.remove(post.id, of: topic, author: "ada")
      try expect(try await newest(in: gateway), is: [])
      for _ in 1...2 {
        try await expect(PostError.notFound(id: post.id)) { () async throws(PostError) in
          _ = try await gateway.post(post.id, of: topic)
        }
        try await expect(PostError.notFound(id: post.id)) { () async throws(PostError) in
          _ = try await posts.remove(post.id, of: topic, author: "ada")
        }
      }
    },
    GatewayContract("posts report a topic that does not exist, and are removed with theirs") {
      gateway in
      let post = try await write("One", "First", to: gateway).value
      _ = try await gateway.remove(topic)
      try await expect(PostError.noTopic(id: topic)) { () async throws(PostError) in
        _ = try await gateway.posts(of: topic, before: nil, limit: 1)
      }
      try await expect(PostError.noTopic(id: topic)) { () async throws(PostError) in
        _ = try await gateway.post(post.id, of: topic)
      }
      try await expect(PostError.noTopic(id: topic)) { () async throws(PostError) in
        _ = try await gateway.update(nil, of: topic) { _ in }
      }
      _ = try await addTopic("AI", to: gateway)
      try expect(try await newest(in: gateway), is: [])
    },
    GatewayContract("nothing of a post is stored if the change throws") { gateway in
      let post = try await write("One", "First", to: gateway).value
      let before = try await gateway.posts(of: topic, before: nil, limit: 9)
      try await expect(PostError.invalid(.title(.empty))) { () async throws(PostError) in
        _ = try await gateway.update(post.id, of: topic) { discussion throws(PostError) in
          _ = try discussion.edit(
            id: post.id, title: nil, content: "Half", ifUpdated: nil, by: "ada", at: later)
          _ = try discussion.edit(
            id: post.id, title: "", content: nil, ifUpdated: nil, by: "ada", at: later)
        }
      }
      try expect(try await gateway.posts(of: topic, before: nil, limit: 9), is: before)
      try expect(try await gateway.post(post.id, of: topic), is: post)
    },
    GatewayContract("concurrent posts are all stored") { gateway in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { @concurrent in _ = try await write("\(number)", "x", to: gateway) }
        }
        try await group.waitForAll()
      }
      let newest = try await newest(in: gateway)
      try expect(Set(newest.map(\.title)), is: Set((0..<20).map(String.init)))
      try expect(newest.map(\.id), is: newest.map(\.id).sorted(by: >))
    },
    GatewayContract("a live query reports what was done to posts and the newest ones, in order") {
      gateway in
      let post = try await write("One", "First", to: gateway).value
      let (edits, edited) = try await reported(by: gateway) {
        try await StorePosts(gateway: gateway) { later }.edit(
          post.id, of: topic, title: "Other", author: "ada")
      }
      try expect(
        edits.last,
        is: .posts(topic, newest: [PostOverview(edited)], changes: [.stored(edited)]))
      let (removals, _) = try await reported(by: gateway) {
        try await StorePosts(gateway: gateway) { later }.remove(post.id, of: topic, author: "ada")
      }
      try expect(removals.last, is: .posts(topic, newest: [], changes: [.removed(post.id)]))
    },
  ]

  static let rememberingPosts = [
    GatewayContract("every change of a post is in the history, and undone and done again in turn") {
      gateway in
      let written = try await write("One", "First", to: gateway).value
      let edited = try await StorePosts(gateway: gateway) { later }.edit(
        written.id, of: topic, title: "Other", content: "Changed", author: "ada"
      ).value
      _ = try await StorePosts(gateway: gateway) { later }.remove(
        written.id, of: topic, author: "ada")
      let events = try await gateway.history(of: topic, before: nil, limit: 9).map(\.record.event)
      try expect(
        events,
        is: [.postRemoved(edited), .postEdited(from: written, to: edited), .postWritten(written)])
      let topics = StoreTopics(gateway: gateway) { later }
      _ = try await topics.undo(topic, author: "ada")
      let restored = try await gateway.post(written.id, of: topic)
      try expect([restored.title, restored.content], is: ["Other", "Changed"])
      _ = try await topics.undo(topic, author: "ada")
      let first = try await gateway.post(written.id, of: topic)
      try expect([first.title, first.content], is: ["One", "First"])
      try expect(first.created, is: written.created)
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await newest(in: gateway), is: [])
      try await expect(UndoError.nothingToUndo) { () async throws(UndoError) in
        _ = try await topics.undo(topic, author: "ada")
      }
      for _ in 0..<2 { _ = try await topics.redo(topic, author: "ada") }
      let again = try await gateway.post(written.id, of: topic)
      try expect([again.title, again.content], is: ["Other", "Changed"])
      _ = try await topics.redo(topic, author: "ada")
      try expect(try await newest(in: gateway), is: [])
    }
  ]

  private static func newest(in gateway: Gateway) async throws -> [PostOverview] {
    try await gateway.newestPosts(of: topic).value
  }

  private static func write(
    _ title: String, _ content: String, to gateway: Gateway
  ) async throws(PostError) -> Stored<Post> {
    try await StorePosts(gateway: gateway) { later }.write(
      in: topic, title: title, content: content, author: "ada")
  }
}
