import BoardValues
import BoxClient
import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// Positions, objections and todos of a topic, in place of its board.
@Suite(.enabled(if: LoopThread.isRunning)) struct BoardListTests {
  private static func todo(_ id: Int, _ text: String, done: Bool = false) -> String {
    #"{"id":"\#(id)","text":"\#(text)","done":\#(done),"assignee":"bob","line":"#
      + #""[\#(done ? "x" : " ")] \#(text) @bob","author":"ada","created":"","updated":"7"}"#
  }

  private static func objection(_ id: Int, _ members: String) -> String {
    #"{"id":"\#(id)","text":"Nobody can","author":"eve","created":null,\#(members)}"#
  }

  private static func position(_ person: String, _ members: String = #""counts":true"#) -> String {
    #"{"person":"\#(person)","position":"yes","date":null,"line":"\#(person): yes",\#(members)}"#
  }

  private static let boxes = [
    "topics.ai.summary": summaryJSON(#""title":"AI","line":"1 pro""#),
    "topics.ai.positions.items": "[\(position("ada")),\(position("bob", #""counts":false"#))]",
    "topics.ai.positions.awaited": #"["cleo"]"#,
    "topics.ai.objections.items": "["
      + objection(1, #""status":"open","line":"eve: Nobody can""#) + ","
      + objection(2, #""status":"resolved","closedBy":"ada","line":"eve: Too slow""#) + "]",
    "topics.ai.todos.items":
      "[\(todo(1, "First")),\(todo(2, "Second", done: true)),\(todo(3, "Third"))]",
  ]

  @LoopActor
  private func view(
    _ command: Command, _ boxes: [String: String] = Self.boxes
  ) throws -> BoardView {
    let view = BoardView(at: "topics.ai")
    view.show(try .example("board", at: "topics.ai", boxes), .entered)
    _ = view.perform(command)
    return view
  }

  @Test(arguments: [(40, 8), (80, 23), (100, 58)]) @LoopActor
  func `each list shows its rows`(columns: Int, rows: Int) throws {
    let drawn = { (command: Command) in
      try view(command).drawn(columns: columns, rows: rows)
        .map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
    }
    expect(
      try drawn(.positions),
      equals: [
        "Positions (1/3): AI", "ada: yes", "bob: yes · does not count", "cleo: not answered yet",
      ])
    expect(
      try drawn(.objections),
      equals: [
        "Objections (1/2): AI", "eve: Nobody can · open", "eve: Too slow · resolved by ada",
      ])
    expect(
      try drawn(.todos),
      equals: [
        "Todos (2/3): AI", "[ ] First @bob", "[x] Second @bob", "[ ] Third @bob",
      ])
  }

  @Test @LoopActor func `a list without rows says so, unless nobody knows yet`() throws {
    for (command, key) in [(Command.positions, "v"), (.objections, "n"), (.todos, "n")] {
      let text = "no \(command) yet: \(key) adds one"
      expect(try !view(command, [:]).drawn().contains(text))
      let view = try view(command, ["topics.ai.\(command).items": "[]"])
      expect(view.drawn().contains(text))
      for command in [Command.edit, .check, .delete, .resolve, .lower, .down] {
        expect(view.perform(command).call == nil)
      }
    }
  }

  @Test @LoopActor func `Escape returns to the board, whose keys are back`() throws {
    for (command, bindings) in [
      (Command.positions, KeyTable.positions), (.objections, KeyTable.objections),
      (.todos, KeyTable.todos),
    ] {
      let view = try view(command)
      expect(view.bindings.map(\.command), equals: bindings.map(\.command))
      expect(view.goBack())
      expect(view.bindings.map(\.command), equals: KeyTable.board.map(\.command))
      expect(view.drawn().contains { $0.contains("👍 Pros (0)") })
      expect(!view.goBack())
    }
  }

  @Test @LoopActor func `positions are taken and withdrawn`() throws {
    let view = try view(.positions)
    expect(view.perform(.vote).form?.intent, equals: "topics.ai.positions.take")
    expect(view.perform(.withdraw).call?.intent, equals: "topics.ai.positions.withdraw")
  }

  @Test @LoopActor func `objections are raised, answered, resolved and withdrawn`() throws {
    let view = try view(.objections)
    expect(view.perform(.new).form?.intent, equals: "topics.ai.objections.raise")
    let answer = try require(view.perform(.answer).form)
    expect(answer.intent, equals: "topics.ai.objections.answer")
    expect(answer.given, equals: #"{"id":"1"}"#)
    for (command, intent) in [(Command.resolve, "resolve"), (.withdraw, "withdraw")] {
      let call = view.perform(command).call
      expect(call?.intent, equals: "topics.ai.objections.\(intent)")
      expect(call?.parameters.json.description, equals: #"{"id":"1"}"#)
    }
  }

  @Test @LoopActor func `todos are checked, edited, assigned, moved and deleted`() throws {
    let view = try view(.todos)
    expect(view.perform(.new).form?.intent, equals: "topics.ai.todos.add")
    expect(view.perform(.check).call?.intent, equals: "topics.ai.todos.check")
    _ = view.perform(.down)
    expect(view.perform(.check).call?.intent, equals: "topics.ai.todos.uncheck")
    for (command, asking) in [(Command.edit, ["text"]), (.assign, ["assignee", "due"])] {
      let form = try require(view.perform(command).form)
      expect(form.intent, equals: "topics.ai.todos.change")
      expect(form.asking?.map(\.rawValue), equals: asking)
      expect(form.given, equals: #"{"id":"2","ifUpdated":"7"}"#)
    }
    let change = try require(Path("topics.ai.todos.change"))
    let add = try require(Path("topics.ai.todos.add"))
    expect(view.suggestion(for: .text, of: change), equals: "Second")
    expect(view.suggestion(for: .assignee, of: change), equals: "bob")
    expect(view.suggestion(for: .text, of: add) == nil)
    let parameters = { view.perform($0).call?.parameters.json.description }
    expect(parameters(.lower), equals: #"{"id":"2"}"#)
    expect(parameters(.raise), equals: #"{"id":"2","before":"1"}"#)
    let removal = view.perform(.delete)
    expect(removal.question, equals: "Delete \"Second\"?")
    expect(removal.call?.parameters.json.description, equals: #"{"id":"2","ifUpdated":"7"}"#)
    _ = view.perform(.last)
    expect(parameters(.lower) == nil)
    _ = view.perform(.first)
    expect(parameters(.lower), equals: #"{"id":"1","before":"3"}"#)
    expect(parameters(.raise) == nil)
  }

  @Test @LoopActor func `the selection stays with its row`() throws {
    let view = try view(.todos)
    _ = view.perform(.last)
    var boxes = Self.boxes
    boxes["topics.ai.todos.items"] = "[\(Self.todo(3, "Third")),\(Self.todo(1, "First"))]"
    view.show(try .example("board", at: "topics.ai", boxes), .changed)
    expect(view.openList?.selected?.id, equals: "3")
  }

  @Test(arguments: [(40, 8), (80, 12)]) @LoopActor
  func `each word of a long row can be read`(columns: Int, rows: Int) throws {
    let words = (1...120).map { "word\($0)" }
    let long = Self.todo(1, words.joined(separator: " "))
    let boxes = ["topics.ai.todos.items": "[\(long),\(Self.todo(2, "Second"))]"]
    let view = try view(.todos, boxes)
    var seen: Set<Substring> = []
    for _ in 1...60 where view.openList?.selected?.id == "1" {
      var canvas = Canvas(columns: columns, rows: rows)
      view.draw(on: &canvas, rows: 0..<rows)
      expect(canvas.spans.joined().allSatisfy { $0.columns.upperBound <= columns })
      seen.formUnion(canvas.spans.joined().flatMap { $0.text.split(separator: " ") })
      _ = view.perform(.down)
    }
    expect(seen.isSuperset(of: words.map { $0[...] }))
    expect(view.drawn(columns: columns, rows: rows).contains { $0.hasPrefix("[ ] Second") })
    view.click(row: 1, column: 0)
    expect(view.openList?.selected?.id, equals: "1")
  }

  @Test @LoopActor func `a click and the wheel select a row`() throws {
    let view = try view(.todos)
    _ = view.drawn()
    view.click(row: 3, column: 5)
    expect(view.openList?.selected?.id, equals: "3")
    view.click(row: 20, column: 5)
    expect(view.openList?.selected?.id, equals: "3")
    view.scroll(row: 1, column: 0, by: -1)
    expect(view.openList?.selected?.id, equals: "2")
  }

  @Test(arguments: [(40, 8), (80, 23)]) @LoopActor
  func `the head of the board has the number of what is open`(columns: Int, rows: Int) throws {
    var boxes = Self.boxes
    boxes["topics.ai.summary"] = summaryJSON(
      #""title":"\#(String(repeating: "AI ", count: 40))","line":"""#)
    let view = try view(.fold, boxes)
    var canvas = Canvas(columns: columns, rows: rows)
    view.draw(on: &canvas, rows: 0..<rows)
    expect(canvas.spans[0].last?.text, equals: "1 objection · 2 todos")
    expect(canvas.spans[0].last?.columns.upperBound, equals: columns)
    expect(try !self.view(.fold, [:]).drawn()[0].contains("objection"))
  }

  @Test @LoopActor func `what others change in a list is news, one's own is not`() throws {
    let view = try view(.todos)
    var boxes = Self.boxes
    boxes["topics.ai.todos.items"] = "[\(Self.todo(1, "First")),\(Self.todo(2, "Changed"))]"
    boxes["topics.ai.positions.items"] = "[\(Self.position("ada"))]"
    view.answered(Call("topics.ai.positions.withdraw"), JSONText(members: []))
    view.show(try .example("board", at: "topics.ai", boxes), .changed)
    expect(view.news?["todos.2"] != nil && view.news?["todos"] != nil)
    expect(view.news?["todos.1"] == nil && view.news?["positions"] == nil)
  }

  @Test @LoopActor func `a position whose board has changed is not news by itself`() throws {
    let view = try view(.positions)
    var boxes = Self.boxes
    boxes["topics.ai.positions.items"] =
      "[\(Self.position("ada", #""isChangedSince":true"#)),\(Self.position("bob"))]"
    view.show(try .example("board", at: "topics.ai", boxes), .changed)
    expect(view.news?["positions"] == nil)
    expect(view.drawn().contains { $0.hasPrefix("ada: yes · changed since") })
  }

  @Test @LoopActor func `a list that cannot be read says which member is missing`() throws {
    let view = try view(.todos, ["topics.ai.todos.items": #"[{"id":"1"}]"#])
    expect(view.drawn().contains { $0.hasPrefix("Alert: topics.ai.todos.items: member") })
  }

  @Test @LoopActor func `a row cannot draw`() throws {
    let hostile = #"a\u001b[31mb\u202e"#
    let view = try view(.todos, ["topics.ai.todos.items": "[\(Self.todo(1, hostile))]"])
    expect(view.drawn().contains { $0.contains("a\u{FFFD}[31mb\u{FFFD}") })
    let people = [
      "topics.ai.positions.items": "[]", "topics.ai.positions.awaited": "[\"\(hostile)\"]",
    ]
    expect(try self.view(.positions, people).drawn().contains { $0.hasPrefix("a\u{FFFD}[31mb") })
  }

  @Test @LoopActor func `decisions are overridden and superseded`() throws {
    let view = try view(.fold)
    expect(view.perform(.override).form?.intent, equals: "topics.ai.decision.override")
    expect(view.perform(.supersede).form?.intent, equals: "topics.ai.decision.supersede")
  }
}
