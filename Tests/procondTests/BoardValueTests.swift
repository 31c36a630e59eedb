import BoardValues
import BoxServer
import BoxWire
import Boxes
import Testing

@testable import Application
@testable import BoxClient
@testable import procond

/// What the daemon shows, as clients read it.
struct BoardValueTests {
  private static let date = "2026-11-22T10:00:00.000Z"

  private static let argument = ArgumentItem(
    id: "5", text: "No breaks", label: "No breaks ×2", weight: 2, author: "ada", created: date,
    updated: date, updatedBy: "bob")
  private static let argumentRecord = TopicDocument.ArgumentRecord(
    id: "5", text: "No breaks", weight: 2, author: "ada", created: date, updated: date,
    updatedBy: "bob")
  private static let post = PostItem(
    id: "p", title: "TRIAL", subtitle: "Fast", author: "ada", created: date, updated: date,
    updatedBy: "bob", dates: "2026-11-22 10:00 UTC")
  private static let text = PostText(
    id: "p", title: "Trial", content: "Fast\n", author: "ada", created: date, updated: date,
    updatedBy: "bob", dates: "2026-11-22 10:00 UTC")
  private static let postRecord = TopicDocument.PostRecord(
    id: "p", title: "Trial", content: "Fast\n", author: "ada", created: date, updated: date,
    updatedBy: "bob")
  private static let change = HistoryItem(
    id: 7, topic: "ai", date: date, author: "ada", action: .moved, text: "moved pro 5",
    item: "pros.5", undoes: 3)
  private static let removal = TrashItem(
    id: "t", topic: "ai", post: "p", title: "Trial", author: "ada", date: date)
  private static let summary = Summary(
    title: "AI", pros: 4, cons: 3, score: 1, leaning: .pro, prosPercentage: 57,
    prosText: "4 pros", consText: "3 cons", scoreText: "+1", leaningText: "leans pro",
    line: "4 pros · 3 cons", created: date, updated: date, updatedBy: "ada")
  private static let document = TopicDocument(
    id: "ai", title: "AI", created: date, pros: [argumentRecord], cons: [], posts: [postRecord])
  private static let form = LogInForm(
    name: "ada", isLoginButtonEnabled: true, emailFieldBorderColor: .red, message: "refused",
    isLoggingIn: true)
  private static let freshness = FreshnessItem(fetched: date, isStale: true)
  private static let info = DaemonInfo(
    version: "1", pid: 7, started: date, epoch: "e", keepsShared: true)
  private static let stats = DaemonStats(
    connections: 1, subscribers: 2, revision: 3, changes: 4, bytes: 5, memory: 6, uptime: 7.5)

  /// A value of each type, with all of its members.
  private static let values: [any DescribedValue & Equatable & Sendable] = [
    argument, argumentRecord, post, text, postRecord, change, removal, summary, document, form,
    freshness, info, stats,
  ]

  @Test(arguments: values.indices)
  func `a value is decoded as it was encoded, and has the members of its schema`(index: Int) throws
  {
    try check(Self.values[index])
  }

  private func check<Value: DescribedValue & Equatable>(_ value: Value) throws {
    let json = try JSONText(encoding: value)
    #expect(try json.decoded(as: Value.self) == value)
    let schemas = Value.jsonSchema.definitions.values.filter { schema in
      schema["title"]?.string.map { Value.jsonSchema.json["$ref"]?.string?.hasSuffix("/\($0)") }
        == true
    }
    let schema = try #require(schemas.first)
    let described = schema["properties"]?.members?.map(\.name) ?? []
    #expect(Set(described) == Set(json.members?.map(\.name) ?? []))
    // Exactly what a schema requires is missed.
    let required = (schema["required"]?.elements ?? []).compactMap(\.string)
    for name in described {
      let rest = JSONText(members: (json.members ?? []).filter { $0.name != name })
      let isNullable = schema["properties"]?[name]?["anyOf"] != nil
      let isMissed = (try? rest.decoded(as: Value.self)) == nil
      #expect(isMissed == (required.contains(name) && !isNullable), "\(name)")
    }
  }

  @Test func `what the protocol defines for any daemon is read without a board`() throws {
    let route = Application.Route(
      stack: [.topics(["topics.*.summary"]), .post(TopicPath("topics.ai")!, "p")],
      sheet: .draft(TopicPath("topics.ai")!))
    let read = BoxClient.Route(try JSONText(encoding: route))
    for (entry, shown) in zip(route.stack + [try #require(route.sheet)], read.stack + [read.sheet])
    {
      #expect(entry.scene.rawValue == shown?.scene)
      #expect(entry.at == shown?.place)
      #expect(entry.id == shown?.id)
      #expect(entry.boxes == shown?.patterns.map(\.text))
      #expect(entry.title == shown?.title)
    }
    #expect(Set(SceneName.allCases.map(\.rawValue)) == Set(KnownScene.allCases.map(\.rawValue)))
    let failure = try JSONText(encoding: Content(status: false, message: "full"))
    #expect(Alert(path: "topics.isErrorFree", value: failure)?.message == "full")
    let success = try JSONText(encoding: Content())
    #expect(Alert(path: "topics.isErrorFree", value: success) == nil)
  }
}
