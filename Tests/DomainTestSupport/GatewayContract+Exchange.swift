internal import Domain

extension GatewayContract {
  static let exchanging = [
    GatewayContract("exported topics are imported unchanged, except for values that must be new") {
      gateway in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.remove(.pro, id: "2", by: "ada", at: later)
        _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: later)
        _ = try board.change(.con, id: "1", weight: 5, by: "bob", at: later)
      }
      let posts = StorePosts(gateway: gateway) { later }
      _ = try await posts.write(in: topic, title: "One", content: "First\n\tline", author: "bob")
      _ = try await posts.write(in: topic, title: "Two", content: "Second", author: "cy")
      let content = try await StoreTopics(gateway: gateway) { later }.export(topic)
      try expect(content.board, is: try await gateway.board(of: topic).value)
      try expect(content.posts.map(\.title), is: ["One", "Two"])
      let added = try await StoreTopics(gateway: gateway) { later }.importTopics(
        [TopicDraft(content)], author: "dee")
      try expect(added.value, is: ["artificial-intelligence"])
      let copy = try await StoreTopics(gateway: gateway) { later }.export(added.value[0])
      for side in Side.allCases {
        try expect(copy.board[side].arguments, is: content.board[side].arguments)
      }
      try expect(copy.board.topic.created, is: content.board.topic.created)
      try expect(copy.posts.map(\.content), is: content.posts.map(\.content))
      try expect(copy.posts.map(\.created), is: content.posts.map(\.created))
      try expect(copy.posts.map(\.author), is: ["bob", "cy"])
      try expect(copy.posts.map(\.updatedBy), is: ["bob", "cy"])
      try expect(copy.board.topic.updatedBy, is: "dee")
      try expect(try await gateway.topics().value.last, is: copy.board.overview)
    },
    GatewayContract("of topics imported together, either all are stored or none") { gateway in
      let before = try await gateway.topics().value
      let drafts = ["A", "B", ""].map { TopicDraft(title: $0, pros: [.init(text: "One")]) }
      let topics = StoreTopics(gateway: gateway) { later }
      try await expect(ImportError.topic(2, .invalid(.empty))) { () async throws(ImportError) in
        _ = try await topics.importTopics(drafts, author: "ada")
      }
      try expect(try await gateway.topics().value, is: before)
      let added = try await topics.importTopics(Array(drafts.prefix(2)), author: "ada")
      try expect(added.value, is: ["a", "b"])
      try expect(try await gateway.topics().value.map(\.id), is: [topic, "a", "b"])
      try expect(try await gateway.topics().value.suffix(2).map(\.pros?.count), is: [1, 1])
    },
    GatewayContract("a live query reports imported topics, in order") { gateway in
      var reports = StoreReports(gateway)
      let added = try await StoreTopics(gateway: gateway) { later }.importTopics(
        [TopicDraft(title: "A"), TopicDraft(title: "B")], author: "ada")
      let boards = [
        try await gateway.board(of: added.value[0]).value,
        try await gateway.board(of: added.value[1]).value,
      ]
      try expect(try await reports.all(to: added.version), is: boards.map { .board($0) })
    },
    GatewayContract("a topic that does not exist, or is too large, is not exported") { gateway in
      try await expect(TopicError.notFound(id: "none")) { () async throws(TopicError) in
        _ = try await gateway.content(of: "none", upTo: 1000)
      }
      let bytes = try await gateway.content(of: topic, upTo: 1000).textBytes
      try await expect(TopicError.tooLarge(bytes: bytes)) { () async throws(TopicError) in
        _ = try await gateway.content(of: topic, upTo: bytes - 1)
      }
      _ = try await StorePosts(gateway: gateway) { later }.write(
        in: topic, title: "Ä", content: "Öl", author: "ada")
      try await expect(TopicError.tooLarge(bytes: bytes + 5)) { () async throws(TopicError) in
        _ = try await gateway.content(of: topic, upTo: bytes)
      }
    },
  ]
}
