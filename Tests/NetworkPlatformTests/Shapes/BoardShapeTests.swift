import BoxWire
import Domain
import Expectations
import Fetch
import Testing

@testable import NetworkPlatform

/// The lists of a topic beside its arguments, in the forms in which services may have them.
struct BoardShapeTests {
  private func topic(_ members: String) throws -> ServiceTopic {
    try ServiceTopic(
      body: Array(#"{"id":"ai","title":"AI",\#(members)}"#.utf8),
      as: try require(Identifier("ai")))
  }

  /// The topic as it is sent with its options.
  private func sent(_ topic: ServiceTopic) -> JSONText { topic.json(sides: nil, hasOptions: true) }

  @Test func `lists are arrays, or objects with items`() throws {
    for (before, after) in [("[", "]"), (#"{"lastID":9,"items":["#, "]}")] {
      let found = try topic(
        #""options":\#(before){"id":2,"title":"A","pros":[{"id":1,"text":"P"}]}\#(after),"#
          + #""objections":\#(before){"id":2,"text":"O","author":"ada"}\#(after),"#
          + #""todos":\#(before){"id":2,"text":"T","done":true,"due":"2026-12-01"}\#(after)"#)
      expect(found.options?.list.elements.map(\.option.title), equals: ["A"])
      expect(found.options?.list["2"]?.pros.arguments.map(\.text), equals: ["P"])
      expect(found.objections?.elements.map(\.text), equals: ["O"])
      expect(found.todos?.elements.map(\.isDone), equals: [true])
      expect(found.todos?.elements.first?.due, equals: Day("2026-12-01"))
      expect(found.faults.isEmpty)
      let last = before == "[" ? 2 : 9
      expect([found.options?.lastID, found.todos?.lastID], equals: [last, last])
    }
  }

  @Test(arguments: [#""none""#, "7", "{}", "null", "true", #"{"items":7}"#])
  func `members that are not lists are kept as they are`(value: String) throws {
    let found = try topic(#""options":\#(value),"objections":\#(value),"todos":\#(value)"#)
    for member in BoardMember.allCases { expect(!found.has(member)) }
    expect(found.faults.isEmpty)
    for name in ["options", "objections", "todos"] {
      expect(sent(found)[name]?.description, equals: value)
      expect(try ServiceTopic(found.copy)[keyPath: \.beside].others.contains { $0.name == name })
    }
  }

  @Test(arguments: [
    ("options", "7", BadElement.notObject), ("options", #"{"title":"B"}"#, .noIdentifier),
    ("options", #"{"id":"b","title":"B"}"#, .notNumber),
    ("options", #"{"id":0,"title":"B"}"#, .notNumber),
    ("options", #"{"id":123456789,"title":"B"}"#, .notNumber),
    ("options", #"{"id":1,"title":"B"}"#, .repeatedIdentifier),
    ("options", #"{"id":2,"title":"FIRST"}"#, .repeatedTitle),
    ("options", #"{"id":2}"#, .noTitle), ("options", #"{"id":2,"title":" "}"#, .title),
    ("options", #"{"id":2,"title":"B","text":7}"#, .text),
    ("options", #"{"id":2,"title":"B","author":"a\nb"}"#, .author),
    ("options", #"{"id":2,"title":"B","pros":{"count":2}}"#, .noArguments),
    ("options", #"{"id":2,"title":"B","cons":7}"#, .noArguments),
    ("objections", #"{"id":2,"author":"ada"}"#, .noText),
    ("objections", #"{"id":2,"author":"ada","text":""}"#, .text),
    ("objections", #"{"id":2,"text":"B"}"#, .author),
    ("objections", #"{"id":2,"author":"ada","text":"B","answer":"No"}"#, .answer),
    ("objections", #"{"id":2,"author":"ada","text":"B","closing":{"kind":"lost"}}"#, .closing),
    ("todos", #"{"id":1,"text":"B"}"#, .repeatedIdentifier),
    ("todos", #"{"id":2,"text":"B","done":"yes"}"#, .done),
    ("todos", #"{"id":2,"text":"B","due":"soon"}"#, .due),
    ("todos", #"{"id":2,"text":"B","due":"2026-02-30"}"#, .due),
    ("todos", #"{"id":2,"text":"B","assignee":"a\nb"}"#, .assignee),
    ("todos", #"{"id":2,"text":"B","assignee":[]}"#, .assignee),
  ])
  func `an element that breaks a rule is left out, reported and sent back`(
    list: String, element: String, reason: BadElement
  ) throws {
    let first = #"{"id":1,"title":"First","text":"First","author":"ada"}"#
    var found = try topic(#""\#(list)":[\#(first),\#(element)]"#)
    expect(found.faults.map(\.reason), equals: [reason.rawValue])
    expect(found.faults.map(\.element), equals: [1])
    found.options = found.options.map { $0.with($0.list) }
    let items = sent(found)[list]?.listElements?.map(\.description)
    expect(items?.count, equals: 2)
    expect(items?.last, equals: element)
  }

  @Test func `an element that is left out keeps its identifier`() throws {
    let found = try topic(#""objections":[{"id":5,"text":""}],"todos":[{"id":"7"}]"#)
    expect([found.objections?.lastID, found.todos?.lastID], equals: [5, 7])
  }

  @Test func `lists have at most as many elements as a topic`() throws {
    let elements = { (count: Int) in
      let all = (1...count).map {
        #"{"id":\#($0),"title":"\#($0)","text":"\#($0)","author":"ada"}"#
      }
      return "[\(all.joined(separator: ","))]"
    }
    let found = try topic(
      #""options":\#(elements(21)),"objections":\#(elements(101)),"todos":\#(elements(501)),"#
        + #""pros":[{"id":1,"text":"P","comments":\#(elements(101))}]"#)
    expect(found.options?.elements.count, equals: 20)
    expect(found.objections?.elements.count, equals: 100)
    expect(found.todos?.elements.count, equals: 500)
    expect(found.pros.list?.list.arguments[0].comments.count, equals: 100)
    expect(
      found.faults.map(\.reason), equals: Array(repeating: BadElement.tooMany.rawValue, count: 4))
  }

  @Test func `what is not understood of an element is sent back with a change of it`() throws {
    let found = try topic(
      #""options":[{"uid":1,"title":"A","color":1,"pros":[{"id":1,"text":"P","votes":2}]}],"#
        + #""objections":[{"id":1,"text":"O","author":"ada","url":3}],"#
        + #""todos":[{"id":1,"text":"T","tags":[4]},{"id":2,"text":"U","tags":[5]}]"#)
    var board = BoardDocument(
      found, SideDocument(ArgumentList(.pro)), SideDocument(ArgumentList(.con)), etag: nil)
    var changed = board.board
    _ = try changed.changeOption("1", title: "B", by: "ada", at: later)
    _ = try changed.add(Column(.pro, of: "1"), text: "Q", author: "ada", at: later)
    _ = try changed.answer("1", "Yes", by: "bob", at: later)
    _ = try changed.changeTodo("1", TodoChange(isDone: true), by: "bob", at: later)
    _ = try changed.removeTodo("2", by: "bob", at: later)
    board = board.with(changed)
    let json = sent(board.topic)
    let option = try require(json["options"]?["items"]?.elements?.first)
    expect([option["uid"], option["title"], option["color"]], equals: [1, "B", 1])
    expect(option["id"] == nil)
    let arguments = try require(option["pros"]?["items"]?.elements)
    expect(arguments.map { $0["votes"] }, equals: [2, nil])
    let objection = try require(json["objections"]?.elements?.first)
    expect([objection["url"], objection["answer"]?["author"]], equals: [3, "bob"])
    let todos = try require(json["todos"]?["items"]?.elements)
    expect(todos.map { $0["tags"]?.description }, equals: ["[4]"])
    expect([todos[0]["done"], todos[0]["updatedBy"]], equals: [true, "bob"])
    expect(json["todos"]?["lastID"], equals: 2)
  }

  @Test func `comments are read with their argument, and sent back`() throws {
    let text =
      #"[{"id":1,"text":"A","comments":[{"id":1,"text":"Yes","author":"ada","mood":1},"plain"]},"#
      + #"{"id":2,"text":"B","comments":"none"},{"id":3,"text":"C"}]"#
    let side = try SideDocument(body: Array(text.utf8), .pro)
    expect(side.list.arguments.map { $0.comments.map(\.text) }, equals: [["Yes"], [], []])
    expect(side.faults.map(\.reason), equals: [BadElement.notObject.rawValue])
    let items = side.json()["items"]?.elements?.map { $0["comments"]?.description }
    expect(
      items, equals: [#"[{"id":1,"text":"Yes","author":"ada","mood":1},"plain"]"#, #""none""#, nil])
  }

  @Test func `a topic that was stored by the previous release is read`() throws {
    let stored =
      #"{"id":"ai","title":"AI","created":"2026-01-01T12:00:00.000Z","#
      + #""updated":"2026-01-01T12:00:00.000Z","positions":[{"person":"ada","position":"yes"}],"#
      + #""decision":{"status":"decided","outcome":"yes","reason":"R","author":"ada"},"#
      + #""rule":null,"round":2,"pros":{"count":2,"weight":5},"#
      + #""cons":{"lastID":7,"items":[{"id":"7","text":"C","weight":1,"author":"ada"}]},"etag":"\"e\""}"#
    let found = try ServiceTopic(JSONText(parsing: Array(stored.utf8)))
    expect(found.positions?.positions.map(\.name), equals: ["yes"])
    expect(found.topic.decision?.outcome, equals: .yes)
    expect([found.overview.pros?.count, found.overview.cons?.count], equals: [2, 1])
    expect(found.overview.options.isEmpty)
    for member in [BoardMember.options, .objections, .todos] { expect(!found.has(member)) }
    let again = try ServiceTopic(found.copy)
    expect(again.topic, equals: found.topic)
    expect(again.beside.etag, equals: "\"e\"")
  }

  @Test func `a decision for an option has its title, and a rule its demands`() throws {
    let found = try topic(
      #""positions":[{"person":"ada","position":2},{"person":"bob","position":"1"}],"#
        + #""decision":{"status":"decided","outcome":"2","title":"Postgres","reason":"R","#
        + #""author":"ada","successor":"new storage"},"rule":{"objectionsBlock":true}"#)
    expect(found.positions?.positions.map(\.choice), equals: [.option("2"), .option("1")])
    let decision = try require(found.topic.decision)
    expect(decision.outcome, equals: .option("2"))
    expect(decision.title, equals: "Postgres")
    expect(decision.successor, equals: Identifier("new storage")?.segment)
    expect(found.topic.rule?.objectionsBlock, equals: true)
    expect(found.topic.rule?.decidersResolve, equals: false)
    expect(
      found.json["decision"],
      equals: [
        "status": "decided", "outcome": "2", "title": "Postgres", "reason": "R",
        "author": "ada", "successor": "new storage",
      ])
    expect(found.json["rule"], equals: ["objectionsBlock": true])
    expect(found.json["positions"]?.elements?.map { $0["position"] }, equals: ["2", "1"])
  }

  @Test func `a topic in the list has figures, lists or neither for its options`() throws {
    let list =
      #"[{"id":"a","title":"A","pros":{"count":2,"weight":3},"cons":{"count":0},"options":["#
      + #"{"id":1,"title":"One","pros":{"count":1,"weight":5},"cons":[{"id":1,"text":"C"}]},"#
      + #"{"id":2,"title":"Two","pros":{"count":1}}]},{"id":"b","title":"B","pros":[]}]"#
    let found = try TopicsDocument(body: Array(list.utf8))
    expect(found.topics.map(\.overview.options), equals: [["1", "2"], []])
    expect(found.topics.map(\.overview.pros?.count), equals: [4, 0])
    expect(found.topics.map(\.overview.pros?.weight), equals: [9, 0])
    // The cons of the second option are not known.
    expect(found.topics.map(\.overview.cons?.count), equals: [nil, nil])
    let stored = try TopicsDocument(body: found.json.bytes)
    expect(stored.topics.map(\.overview), equals: found.topics.map(\.overview))
  }
}
