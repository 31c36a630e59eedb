import BoxWire
import Domain
import Expectations
import Fetch
import Testing

@testable import NetworkPlatform

/// What services answer in different ways.
struct ToleranceTests {
  private func side(_ text: String) throws -> SideDocument {
    try SideDocument(body: Array(text.utf8), .pro)
  }

  @Test(arguments: [
    (#"[{"id":"1","text":"A"}]"#, "1"),
    (#"[{"id":1,"text":"A"}]"#, "1"),
    (#"[{"uid":1,"text":"A"}]"#, "1"),
    (#"[{"uid":"x","id":null,"text":"A"}]"#, "x"),
    (#"[{"id":12345678901234567890123,"text":"A"}]"#, "12345678901234567890123"),
    (#"[{"id":"a b","text":"A"}]"#, "id_YSBi"),
    (#"{"items":[{"id":1,"text":"A"}]}"#, "1"),
    (#"{"items":[{"id":1,"text":" A ","color":{"a":[1]},"weight":null}],"total":1}"#, "1"),
    (#"[{"id":1,"text":"A","weight":"1","author":7,"created":"yesterday"}]"#, "1"),
  ])
  func `an argument is read from all forms`(text: String, id: String) throws {
    let document = try side(text)
    expect(document.pruned.faults.isEmpty)
    expect(document.list.arguments.map(\.id), equals: [id])
    expect(document.list.arguments.map(\.text), equals: ["A"])
    expect(document.list.arguments.map(\.weight), equals: [1])
  }

  @Test func `a list may have figures of its own`() throws {
    let document = try side(
      #"{"updated":"2024-01-01T00:00:00Z","lastID":9,"etag":"\"e\"","items":[]}"#)
    expect(document.list.lastID, equals: 9)
    expect(document.list.updated?.rfc3339, equals: "2024-01-01T00:00:00.000Z")
    expect(document.etag, equals: "\"e\"")
  }

  @Test func `what is not understood is sent back`() throws {
    let text =
      #"[{"uid":7,"text":"A","weight":2,"author":"ada","created":"2024-01-01T00:00:00Z","#
      + #""color":{"a":[1.50]}},{"id":8,"text":""},9]"#
    let document = try side(text)
    let items = try require(document.json()["items"])
    expect(items.elements?[0]["uid"], equals: 7)
    expect(items.elements?[0]["color"]?.description, equals: #"{"a":[1.50]}"#)
    expect(items.elements?.dropFirst().map(\.description), equals: [#"{"id":8,"text":""}"#, "9"])
  }

  @Test(arguments: [
    ("7", BadElement.notObject), ("[]", .notObject), ("null", .notObject),
    (#"{"text":"A"}"#, .noIdentifier), (#"{"id":{},"text":"A"}"#, .noIdentifier),
    (#"{"id":2}"#, .noText), (#"{"id":2,"text":7}"#, .noText), (#"{"id":2,"text":" "}"#, .text),
    (#"{"id":2,"text":"a\u001b[31m"}"#, .text), (#"{"id":2,"text":"a\u202eb"}"#, .text),
    (#"{"id":2,"text":"B","weight":0}"#, .weight), (#"{"id":2,"text":"B","weight":6}"#, .weight),
    (#"{"id":2,"text":"B","weight":1.5}"#, .weight), (#"{"id":2,"text":"B","weight":[]}"#, .weight),
    (#"{"id":2,"text":"B","author":"a\nb"}"#, .author),
    (#"{"id":1,"text":"B"}"#, .repeatedIdentifier),
    (#"{"id":2,"text":"FIRST"}"#, .repeatedText),
  ])
  func `an argument that breaks a rule is left out`(element: String, reason: BadElement) throws {
    let document = try side(#"[{"id":1,"text":"First"},\#(element),{"id":3,"text":"Last"}]"#)
    expect(document.list.arguments.map(\.id), equals: ["1", "3"])
    expect(document.pruned.faults.count, equals: 1)
    expect(document.pruned.faults.first?.reason, equals: reason.rawValue)
  }

  @Test func `a side has at most 1,000 arguments`() throws {
    let elements = (1...1002).map { #"{"id":\#($0),"text":"\#($0)"}"# }
    let document = try side("[\(elements.joined(separator: ","))]")
    expect(document.list.arguments.count, equals: 1000)
    expect(document.pruned.faults.count, equals: 2)
    expect(document.pruned.faults.first?.reason, equals: BadElement.tooMany.rawValue)
  }

  @Test(arguments: [
    "", "[1,]", "{", "nothing", #""text""#, "{}", #"{"items":{}}"#, "[1] 2",
    String(repeating: "[", count: 100_000), "[\"\u{0}\"]",
  ])
  func `a body that is not a list is refused`(text: String) {
    #expect(throws: BadBody.self) { try side(text) }
    #expect(throws: BadBody.self) { try TopicsDocument(body: Array(text.utf8)) }
    #expect(throws: BadBody.self) {
      try PostsDocument(body: Array(text.utf8), of: "ai", limit: 9)
    }
  }

  @Test func `of equal names the last one counts`() throws {
    expect(
      try side(#"[{"id":1,"text":"A","text":"B"}]"#).list.arguments.map(\.text), equals: ["B"])
  }

  // MARK: Topics

  @Test func `topics have figures, lists or neither`() throws {
    let text = #"""
      [{"id":"a","title":"A","pros":{"count":2,"weight":7,"updated":"2024-01-01T00:00:00Z"}},
       {"id":7,"title":"B","pros":[{"id":1,"text":"One","weight":3}],"cons":{"items":[]}},
       {"id":"create","title":"C"}, {"id":"a","title":"Again"}, {"id":"d","title":""}]
      """#
    let document = try TopicsDocument(body: Array(text.utf8))
    expect(document.topics.map(\.topic.id), equals: ["a", "7", "id_Y3JlYXRl"])
    expect(document.topics.map(\.overview.pros?.count), equals: [2, 1, nil])
    expect(document.topics.map(\.overview.pros?.weight), equals: [7, 3, nil])
    expect(document.topics[1].cons.list?.list.arguments, equals: [])
    expect(document.pruned.faults.count, equals: 2)
    expect(document.pruned.faults.first?.reason, equals: BadElement.repeatedIdentifier.rawValue)
    let stored = try TopicsDocument(body: document.json.bytes)
    expect(stored.topics.map(\.overview), equals: document.topics.map(\.overview))
    expect(stored.pruned.faults.count, equals: 2)
  }

  // MARK: Posts

  @Test func `posts of both shapes are read, newest first`() throws {
    let text = #"""
      [{"userId":1,"id":9,"title":"nine","body":"a\nb","extra":true},
       {"userId":1,"id":10,"title":"ten","body":"c"},
       {"id":"x","title":"","content":"d"}, {"id":"y","title":"y"},
       {"id":"z","title":"old","content":"e","author":"ada","createdAt":"1969-12-31T00:00:00Z"}]
      """#
    let document = try PostsDocument(body: Array(text.utf8), of: "t", limit: 2)
    expect(document.posts.map(\.id), equals: ["10", "9"])
    expect(document.posts.map(\.author), equals: ["1", "1"])
    expect(document.count, equals: 3)
    expect(document.pruned.faults.map(\.element), equals: [2, 3])
    let changed = PostsDocument.json(
      of: document.posts[1], document.beside["9"], .posts)
    expect(
      changed,
      equals: [
        "id": 9, "title": "nine", "body": "a\nb", "userId": 1, "extra": true,
      ])
    let all = try PostsDocument(body: Array(text.utf8), of: "t")
    let (before, limit) = (QueryItem("before", "10"), QueryItem("limit", "1"))
    expect(all.page([before]).posts.map(\.id), equals: ["9", "z"])
    expect(all.page([before, limit]).posts.map(\.id), equals: ["9"])
    expect(all.page([QueryItem("limit", "2")]).posts.map(\.id), equals: ["10", "9"])
    expect(all.page([before, limit]).beside.keys.sorted(), equals: ["9"])
  }

  @Test func `a new post of a service that names posts has no identifier`() {
    let post = Post(
      id: "new", topic: "t", title: "T", content: "C", author: "ada", created: later,
      updated: later, updatedBy: "ada")
    expect(
      PostsDocument.json(of: post, nil, .posts),
      equals: ["title": "T", "body": "C", "userId": "ada"])
    expect(
      PostsDocument.json(of: post, nil, .board),
      equals: [
        "id": "new", "title": "T", "content": "C", "author": "ada",
        "created": "2023-11-14T22:13:20.000Z", "updated": "2023-11-14T22:13:20.000Z",
        "updatedBy": "ada",
      ])
  }

  @Test(arguments: [
    (#""updatedBy":"bob""#, "bob"), (#""updatedBy":null"#, nil), (#""x":1"#, nil),
    (#""updatedBy":"a\nb""#, nil),
  ])
  func `who made the last change is what the service says, if that is a name`(
    member: String, editor: String?
  ) throws {
    let json = try JSONText(
      parsing: Array(
        #"{"id":"1","text":"A","title":"A","content":"A","author":"ada",\#(member)}"#.utf8))
    expect(try SideDocument.argument(json, .pro).0.updatedBy, equals: editor)
    expect(try ServiceTopic(json).topic.updatedBy, equals: editor)
    expect(try PostsDocument.post(json, of: "t").0.updatedBy, equals: editor)
  }
}
