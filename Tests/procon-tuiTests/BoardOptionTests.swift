import BoardValues
import BoxClient
import BoxWire
import Expectations
import TerminalClient
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// A topic with options: each has a board, of which one is shown.
@Suite(.enabled(if: LoopThread.isRunning)) struct BoardOptionTests {
  private func scene(
    _ options: [String], own: [String] = [], pros: [String: [String]] = [:],
    _ others: [String: String] = [:]
  ) throws -> ShownScene {
    var boxes = [
      "topics.db.summary": summaryJSON(#""title":"Database","line":"2 options""#),
      "topics.db.options.items": "[\(options.joined(separator: ","))]",
      "topics.db.pros.items": "[\(own.joined(separator: ","))]",
      "topics.db.cons.items": "[]",
    ]
    for (option, pros) in pros {
      boxes["topics.db.options.\(option).pros.items"] = "[\(pros.joined(separator: ","))]"
      boxes["topics.db.options.\(option).cons.items"] = "[]"
    }
    return try .example("board", at: "topics.db", boxes.merging(others) { $1 })
  }

  private static let two = [
    optionJSON("1", "Postgres", pros: 2, text: "The one that we know"), optionJSON("2", "MySQL"),
  ]

  /// A topic with two options, the first of which has arguments.
  private func scene() throws -> ShownScene {
    try scene(
      Self.two,
      pros: ["1": [argumentJSON("1", "Fast"), argumentJSON("2", "Free")], "2": []])
  }

  @LoopActor
  private func board(_ scene: ShownScene) -> BoardView {
    let view = BoardView(at: "topics.db")
    view.show(scene, .entered)
    return view
  }

  @Test(arguments: [(40, 8), (40, 9), (80, 23), (100, 58)]) @LoopActor
  func `the options are tabs, and the first one is shown`(columns: Int, rows: Int) throws {
    let view = board(try scene())
    let drawn = view.drawn(columns: columns, rows: rows)
    expect(drawn[0], equals: "Database")
    expect(drawn[1].contains(columns == 40 ? "1 Postgres +2" : "1 Postgres: 2 pros · 0 cons"))
    expect(drawn[1].contains("2 MySQL"))
    expect(drawn.contains { $0.contains("+ Fast") })
    expect(drawn.contains { $0.contains("👍 Pros (2)") })
    expect(drawn.contains { $0 == "The one that we know" }, equals: (rows > 8))
    expect(!drawn.contains { $0.contains("Topic (") })
    _ = view.perform(.nextOption)
    expect(view.drawn(columns: columns, rows: rows).contains { $0.contains("👍 Pros (0)") })
  }

  @Test @LoopActor func `the topic's own board is a tab if it has arguments`() throws {
    let view = board(
      try scene(
        Self.two, own: [argumentJSON("9", "Old")], pros: ["1": [argumentJSON("1", "Fast")]]))
    expect(view.drawn()[1].hasPrefix(" Topic (1)   1 Postgres"))
    expect(view.selected?.id, equals: "9")
    expect(view.perform(.rename).form == nil)
    _ = view.perform(.nextOption)
    expect(view.selected?.id, equals: "1")
    _ = view.perform(.previousOption)
    _ = view.perform(.previousOption)
    expect(view.selected?.id, equals: "9")
  }

  @Test @LoopActor func `a topic without options has no tabs`() throws {
    let view = board(try scene([], own: [argumentJSON("9", "Old")]))
    expect(!view.drawn().contains { $0.contains("Topic (") })
    _ = view.perform(.nextOption)
    expect(view.selected?.id, equals: "9")
  }

  @Test @LoopActor func `a click on a tab shows it`() throws {
    let view = board(try scene())
    var canvas = Canvas(columns: 80, rows: 24)
    view.draw(on: &canvas, rows: 0..<24)
    let tab = try require(canvas.spans[1].last)
    view.click(row: 1, column: tab.columns.lowerBound)
    expect(view.tabs.shown.option, equals: "2")
    view.click(row: 1, column: 1)
    expect(view.tabs.shown.option, equals: "1")
  }

  @Test @LoopActor func `the keys of arguments act on the board that is shown`() throws {
    let view = board(try scene())
    let prefix = "topics.db.options.1.pros."
    for (command, intent) in [
      (Command.heavier, "change"), (.lower, "move"), (.moveOver, "move"), (.delete, "remove"),
      (.support, "support"),
    ] {
      expect(view.perform(command).call?.intent, equals: prefix + intent)
    }
    _ = view.perform(.addCon)
    let field = try require(view.field)
    expect(view.submit(field).call?.intent, equals: "topics.db.options.1.cons.add")
    view.field = nil
    view.active = .pro
    _ = view.perform(.edit)
    let text = try require(view.field)
    _ = text.press(.character("!"))
    expect(view.submit(text).call?.intent, equals: prefix + "change")
  }

  @Test @LoopActor func `each board keeps its selection and what is unfolded`() throws {
    let scene = try scene(
      Self.two,
      pros: [
        "1": [argumentJSON("1", "Fast"), argumentJSON("2", "Free")],
        "2": [argumentJSON("1", "Known"), argumentJSON("2", "Small"), argumentJSON("3", "Old")],
      ])
    let view = board(scene)
    _ = view.perform(.down)
    _ = view.perform(.fold)
    _ = view.perform(.nextOption)
    expect(view.selected?.id, equals: "1")
    _ = view.perform(.last)
    view.show(scene, .changed)
    expect(view.selected?.text, equals: "Old")
    expect(view.column(.pro).unfolded.isEmpty)
    _ = view.perform(.previousOption)
    expect(view.selected?.text, equals: "Free")
    expect(view.column(.pro).unfolded, equals: ["2"])
  }

  @Test @LoopActor func `options are added, changed, moved and deleted`() throws {
    let view = board(try scene())
    expect(view.perform(.newOption).form?.intent, equals: "topics.db.options.add")
    expect(view.perform(.convert).form?.intent, equals: "topics.db.options.convert")
    let change = try require(view.perform(.rename).form)
    expect(change.intent, equals: "topics.db.options.change")
    expect(change.given, equals: #"{"id":"1","ifUpdated":"7"}"#)
    let path = try require(Path(change.intent))
    expect(view.suggestion(for: .title, of: path), equals: "Postgres")
    expect(view.suggestion(for: .text, of: path), equals: "The one that we know")
    let add = try require(Path("topics.db.options.add"))
    expect(view.suggestion(for: .title, of: add) == nil)
    expect(view.perform(.optionLeft).call == nil)
    let move = try require(view.perform(.optionRight).call)
    expect(move.intent, equals: "topics.db.options.move")
    expect(move.parameters.json.description, equals: #"{"id":"1"}"#)
    let removal = view.perform(.deleteOption)
    expect(removal.question, equals: "Delete option \"Postgres\" and its 2 arguments?")
    expect(removal.call?.parameters.json.description, equals: #"{"id":"1","ifUpdated":"7"}"#)
    _ = view.perform(.nextOption)
    expect(view.perform(.deleteOption).question, equals: "Delete option \"MySQL\"?")
    expect(
      view.perform(.optionLeft).call?.parameters.json.description,
      equals: #"{"id":"2","before":"1"}"#)
  }

  @Test @LoopActor func `a new option is shown, and an argument is followed to an option`() throws {
    let view = board(try scene())
    view.answered(Call("topics.db.options.add"), ["id": "3"])
    view.show(try scene(Self.two + [optionJSON("3", "SQLite")], pros: ["3": []]), .changed)
    expect(view.tabs.shown.option, equals: "3")
    view.show(try scene(), .changed)
    expect(view.tabs.shown.option, equals: "2")
    _ = view.perform(.previousOption)
    _ = view.perform(.toOption)
    let field = try require(view.field)
    for (text, refusal) in [
      ("7", "There is no option with this number; the topic's own board has none."), ("1", nil),
    ] {
      field.replace(with: text)
      expect(view.submit(field).refusal, equals: refusal)
    }
    field.replace(with: "")
    expect(view.submit(field).call?.parameters["option"]?.string, equals: "")
    field.replace(with: "2")
    let call = try require(view.submit(field).call)
    expect(call.intent, equals: "topics.db.options.1.pros.move")
    expect(call.parameters["option"]?.string, equals: "2")
    view.field = nil
    view.answered(call, ["id": "5"])
    view.show(
      try scene(
        Self.two, pros: ["1": [argumentJSON("2", "Free")], "2": [argumentJSON("5", "Fast")]]),
      .changed)
    expect(view.tabs.shown.option, equals: "2")
    expect(view.selected?.id, equals: "5")
  }

  @Test @LoopActor func `what is typed stays when its option is deleted`() throws {
    let view = board(try scene())
    _ = view.perform(.edit)
    let field = try require(view.field)
    _ = field.press(.character("!"))
    view.show(try scene([Self.two[1]], pros: ["2": []]), .changed)
    expect(field.theirs, equals: "(deleted)")
    for size in [(40, 8), (80, 23)] {
      let drawn = view.drawn(columns: size.0, rows: size.1)
      expect(drawn[1].contains("(deleted)"))
      expect(drawn.contains { $0.contains("Fast!") })
    }
    view.field = nil
    view.show(try scene([Self.two[1]], pros: ["2": []]), .changed)
    expect(view.tabs.shown.option, equals: "2")
  }

  @Test @LoopActor func `an edited argument is followed to another option`() throws {
    let members = #""author":"ada","created":"2026-01-01","updated":"1""#
    let view = board(
      try scene(Self.two, pros: ["1": [argumentJSON("1", "Fast", members)], "2": []]))
    _ = view.perform(.edit)
    let field = try require(view.field)
    _ = field.press(.character("!"))
    view.show(
      try scene(Self.two, pros: ["1": [], "2": [argumentJSON("4", "Fast", members)]]), .changed)
    expect(view.tabs.shown.option, equals: "2")
    expect(field.theirs, equals: "Fast (moved to the pros of MySQL)")
    expect(view.submit(field).call?.intent, equals: "topics.db.options.2.pros.change")
  }

  @Test @LoopActor func `what others change on another board lights up its tab`() throws {
    let first = ["1": [argumentJSON("1", "Fast")], "2": [argumentJSON("1", "Known")]]
    let view = board(try scene(Self.two, pros: first))
    let isLit = { (text: String) in
      var canvas = Canvas(columns: 80, rows: 24)
      view.draw(on: &canvas, rows: 0..<24)
      return canvas.spans.joined().contains { $0.text.contains(text) && $0.style.color == .news }
    }
    view.show(
      try scene(
        Self.two, pros: ["1": [argumentJSON("1", "Fast")], "2": [argumentJSON("1", "Old")]]),
      .changed)
    expect(view.news?["options.2.pros.1"] != nil)
    expect(view.news?["options.1.pros.1"] == nil)
    expect(isLit("2 MySQL") && !isLit("1 Postgres") && !isLit("+ Fast"))
  }

  @Test @LoopActor func `the arguments of a new or a deleted option are not news by themselves`()
    throws
  {
    let view = board(try scene())
    let three = Self.two + [optionJSON("3", "SQLite")]
    view.show(
      try scene(
        three,
        pros: [
          "1": [argumentJSON("1", "Fast"), argumentJSON("2", "Free")], "2": [],
          "3": [argumentJSON("1", "Small")],
        ]), .changed)
    expect(view.news?["options.3"] != nil)
    expect(view.news?["options.3.pros.1"] == nil)
    view.show(try scene([Self.two[1]], pros: ["2": []]), .changed)
    expect(view.news?["options.1.pros"] == nil)
    expect(view.news?["options"] != nil)
  }

  @Test @LoopActor func `one's own changes of an option are not news`() throws {
    let view = board(try scene())
    view.answered(
      Call("topics.db.options.change", [.id: "1", .title: "PostgreSQL"]), JSONText(members: []))
    view.show(
      try scene(
        [optionJSON("1", "PostgreSQL"), Self.two[1]],
        pros: ["1": [argumentJSON("1", "Fast"), argumentJSON("2", "Free")], "2": []]), .changed)
    expect(view.news?["options.1"] == nil)
  }

  @Test(arguments: [40, 60, 80, 200]) @LoopActor
  func `of twenty options, the shown one is always visible`(columns: Int) throws {
    let long = String(repeating: "高い ", count: 20)
    let options = (1...20).map { optionJSON("\($0)", "No. \($0) \(long)", pros: $0) }
    let view = board(try scene(options))
    let steps = Array(repeating: Command.nextOption, count: 19)
    for command in steps + steps.map({ _ in .previousOption }) {
      _ = view.perform(command)
      var canvas = Canvas(columns: columns, rows: 9)
      view.draw(on: &canvas, rows: 0..<9)
      let shown = try require(view.tabs.shown.option)
      let tabs = canvas.spans[1]
      expect(tabs.contains { $0.text.hasPrefix(" \(shown) No. ") && $0.style.isReverse })
      expect(tabs.allSatisfy { $0.columns.upperBound <= columns })
      expect(tabs.contains { $0.text == "‹" }, equals: !tabs.contains { $0.text.hasPrefix(" 1 ") })
      expect(tabs.contains { $0.text == "›" }, equals: !tabs.contains { $0.text.hasPrefix(" 20 ") })
    }
    expect(view.tabs.shown.option, equals: "1")
  }
}
