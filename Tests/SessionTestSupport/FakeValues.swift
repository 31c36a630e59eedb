import BoardValues
import BoxWire

/// The value of `session.route`.
struct FakeRoute: Encodable {
  struct Entry: Encodable {
    var scene: String
    var at: String?
    var id: String?
    var boxes: [String]
    var title: String
  }

  var stack = [Entry.topics]
  var sheet: Entry?

  private enum CodingKeys: CodingKey {
    case stack, sheet
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stack, forKey: .stack)
    try container.encode(sheet, forKey: .sheet)
  }
}

extension FakeRoute.Entry {
  static let topics = Self(
    scene: "topics", boxes: ["topics.*.summary", "topics.isErrorFree"], title: "Topics")
  static let login = Self(scene: "login", boxes: ["session.login.*"], title: "Log in")
  /// Of a kind that no client knows, at a place of its own.
  static let poll = Self(
    scene: "poll", at: "hall", boxes: ["session.poll.*", "hall.*"], title: "A poll in the hall")

  static func board(_ topic: String) -> Self {
    Self(scene: "board", at: topic, boxes: ["\(topic).**"], title: "Board of \(topic)")
  }

  static func posts(_ topic: String) -> Self {
    Self(scene: "posts", at: topic, boxes: ["\(topic).posts.*"], title: "Posts of \(topic)")
  }

  static func post(_ topic: String, _ id: String) -> Self {
    Self(scene: "post", at: topic, id: id, boxes: ["session.post.*"], title: "Post \(id)")
  }

  static func draft(_ topic: String) -> Self {
    Self(scene: "draft", at: topic, boxes: ["session.draft.*"], title: "New post")
  }
}

extension Summary {
  static func fake(title: String, created: String) -> Summary {
    Summary(
      title: title, decisionText: nil, options: nil, pros: 2, cons: 1, score: 1, leaning: .pro,
      prosPercentage: nil,
      prosText: "2 pros", consText: "1 con", scoreText: "+1", leaningText: "leans pro",
      line: "2 pros · 1 con · score +1 · leans pro", created: created, updated: "", updatedBy: nil)
  }
}

extension ArgumentItem {
  static func fake(id: String, text: String) -> ArgumentItem {
    ArgumentItem(
      id: id, text: text, label: text, links: nil, weight: 1, author: "", comments: nil,
      created: "",
      supporters: nil, updated: "", updatedBy: nil)
  }
}

extension PostItem {
  static func fake(id: String, title: String, subtitle: String) -> PostItem {
    PostItem(
      id: id, title: title, subtitle: subtitle, author: "ada", created: "", updated: "",
      updatedBy: nil, dates: "2026-11-22 10:00 UTC")
  }
}

/// An option of a poll.
struct FakeOption: Encodable, JSONSchemaDescribed {
  var name: String
  var votes: Int

  static let jsonSchema = JSONSchema.object([
    MemberDescription("votes", \Self.votes), MemberDescription("name", \Self.name),
  ]).named("Option")
}

/// The rules of a poll.
struct FakeRules: Encodable, JSONSchemaDescribed {
  var closes = "2026-12-01T10:00:00.000Z"
  var votesEach = 2

  static let jsonSchema = JSONSchema.object([
    MemberDescription("votesEach", \Self.votesEach),
    MemberDescription("closes", \Self.closes) { $0.dateTime },
  ])
}
