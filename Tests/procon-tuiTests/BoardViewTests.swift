import BoardValues
import BoxClient
import BoxWire
import Expectations
import TerminalClient
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// A board that others change, and one with little room.
@Suite(.enabled(if: LoopThread.isRunning)) struct BoardViewTests {
  private func argument(_ id: String, _ text: String, updated: Int = 1) -> String {
    argumentJSON(id, text, #""author":"ada","created":"2026-01-01","updated":"\#(updated)""#)
  }

  private func scene(pros: [String] = [], cons: [String] = [], alerts: Int = 0) throws -> ShownScene
  {
    var boxes = [
      "topics.ai.summary": summaryJSON(
        #""title":"AI","line":"1 pro","prosPercentage":50,"pros":\#(pros.count),"cons":\#(cons.count)"#
      ),
      "topics.ai.pros.items": "[\(pros.joined(separator: ","))]",
      "topics.ai.cons.items": "[\(cons.joined(separator: ","))]",
    ]
    for alert in 0..<alerts {
      boxes["topics.ai.a\(alert).isErrorFree"] = #"{"status":false,"message":"full \#(alert)"}"#
    }
    return try .example("board", at: "topics.ai", boxes)
  }

  @LoopActor
  private func board(_ scene: ShownScene) -> BoardView {
    let view = BoardView(at: "topics.ai")
    view.show(scene, .entered)
    return view
  }

  private static let (added, changed) = ("2026-01-01T10:00:00.000Z", "2026-01-03T10:00:00.000Z")

  @Test(arguments: [
    (#""updated":"\#(added)","updatedBy":"ada""#, ""),
    (#""updated":"\#(changed)","updatedBy":"bob""#, " · changed by bob "),
    (#""updated":"\#(changed)""#, " · changed "),
  ])
  @LoopActor func `who has added an argument is not shown with the date of another change`(
    change: String, words: String
  ) throws {
    let members = #""author":"ada","created":"\#(Self.added)",\#(change)"#
    let view = board(try scene(pros: [argumentJSON("1", "Fast", members)]))
    var canvas = Canvas(columns: 80, rows: 10)
    view.draw(on: &canvas, rows: 0..<10)
    let age = words.isEmpty ? "" : Age.words(since: Self.changed)
    let start = "pro 1 · ada · \(Age.words(since: Self.added))"
    expect(canvas.spans[9].map(\.text), equals: ["\(start)\(words)\(age)"])
  }

  @Test @LoopActor func `a board says which member is missing, and shows the rest`() throws {
    let view = BoardView(at: "topics.ai")
    view.show(
      try .example(
        "board", at: "topics.ai",
        [
          "topics.ai.summary": #"{"title":"AI","pros":1}"#,
          "topics.ai.pros.items": #"[{"id":"1"},\#(argument("2", "Fast"))]"#,
        ]), .entered)
    let rows = view.drawn(columns: 120)
    expect(rows.contains { $0.hasPrefix("Alert: topics.ai.summary: member 'line' is missing") })
    expect(rows.contains { $0.hasPrefix("+ Fast") })
    expect(view.heading.alerts.last, equals: "topics.ai.pros.items[0]: member 'author' is missing")
  }

  @Test @LoopActor func `an argument that is moved while it is edited is followed`() throws {
    let view = board(try scene(pros: [argument("1", "Fast")], cons: [argument("7", "Loud")]))
    _ = view.perform(.edit)
    let field = try require(view.field)
    _ = field.press(.character("!"))
    view.show(
      try scene(cons: [argument("7", "Loud"), argument("8", "Fast", updated: 2)]), .changed)
    expect(field.theirs, equals: "Fast (moved to the cons)")
    expect(field.text, equals: "Fast!")
    expect(view.resolve(field))
    guard case .call(let call) = view.submit(field) else {
      Issue.record("it is not saved")
      return
    }
    expect(call.intent, equals: "topics.ai.cons.change")
    expect(call.parameters["id"]?.string, equals: "8")
    expect(call.parameters["ifUpdated"]?.string, equals: "2")
    view.show(try scene(pros: [argument("2", "Fast", updated: 3)]), .changed)
    expect(field.subject, equals: .argument(.pro, id: "2"))
    expect(field.theirs, equals: "Fast")
    view.show(try scene(cons: [argument("7", "Loud")]), .changed)
    expect(field.theirs, equals: "(deleted)")
  }

  @Test(arguments: [(Command.lower, "4" as String?), (.raise, "1"), (.moveOver, nil)]) @LoopActor
  func `an argument is only moved as the user has seen it`(command: Command, next: String?) throws {
    let view = board(
      try scene(pros: (1...4).map { argument("\($0)", "Text \($0)", updated: $0 * 10) }))
    view.columns[.pro]?.select(1)
    guard case .call(let call) = view.perform(command) else {
      Issue.record("it is not moved")
      return
    }
    expect(call.intent, equals: "topics.ai.pros.move")
    expect(call.parameters["id"]?.string, equals: "2")
    expect(call.parameters["before"]?.string, equals: next)
    expect(call.parameters["ifUpdated"]?.string, equals: "20")
  }

  @Test @LoopActor func `what others change lights up, also after a change without effect`() throws
  {
    let view = board(try scene(pros: [argument("1", "Fast")]))
    view.answered(
      Call("topics.ai.pros.change", ["id": JSONText("1"), "weight": JSONText(1)]),
      JSONText(members: []))
    view.show(try scene(pros: [argument("1", "Fast")]), .changed)
    expect(view.news?["pros.1"] == nil)
    view.show(try scene(pros: [argument("1", "Slow")]), .waiting)
    view.show(try scene(pros: [argument("1", "Slow")]), .changed)
    expect(view.news?["pros.1"] != nil)
  }

  @Test @LoopActor func `what is fetched for the first time is not news, a later refresh is`()
    throws
  {
    let view = BoardView(at: "topics.ai")
    let show = { (isFetching: Bool, pros: [String], occasion: Occasion) in
      view.show(
        try .example(
          "board", at: "topics.ai",
          [
            "topics.ai.pros.isFetching": "\(isFetching)",
            "topics.ai.pros.items": "[\(pros.joined(separator: ","))]",
          ]), occasion)
    }
    try show(true, [], .entered)
    try show(true, [argument("1", "Fast")], .changed)
    try show(false, [argument("1", "Fast"), argument("2", "Free")], .changed)
    expect(view.news?.sentence == nil)
    expect(view.news?["pros.1"] == nil && view.news?["pros.2"] == nil)
    try show(true, [argument("1", "Fast"), argument("2", "Free")], .changed)
    try show(false, [argument("1", "Slow"), argument("2", "Free")], .changed)
    expect(view.news?["pros.1"] != nil && view.news?["pros.2"] == nil)
  }

  @Test @LoopActor func `the sides are next to each other from 60 columns`() throws {
    let view = board(
      try scene(pros: [argument("1", "Fast")], cons: [argument("1", "Loud")]))
    for columns in [59, 60] {
      let rows = view.drawn(columns: columns, rows: 20)
      expect(
        rows.contains { $0.contains("👍 Pros (1)") && $0.contains("👎 Cons (1)") },
        equals: (columns == 60))
    }
  }

  @Test(arguments: [8, 9], [0, 2]) @LoopActor
  func `both sides have room on the smallest terminal`(rows: Int, alerts: Int) throws {
    let view = board(
      try scene(pros: [argument("1", "Fast")], cons: [argument("1", "Loud")], alerts: alerts))
    let isShown = { (text: String) in
      view.drawn(columns: 40, rows: rows).contains { $0.hasPrefix(text) }
    }
    expect(
      isShown("👍 Pros (1)") && isShown("+ Fast") && isShown("👎 Cons (1)") && isShown("- Loud"))
    expect(alerts == 0 || isShown("Alert: full 0"))
    for command in [Command.addPro, .addCon] {
      _ = view.perform(command)
      for text in ["new", "long sentence about it"] {
        view.field?.refusal = "text must be \(text), and it must not be longer than a line or two"
        _ = view.field?.press(.character("x"))
        view.field?.refusal = "text must be \(text), and it must not be longer than a line or two"
        let drawn = view.drawn(columns: 40, rows: rows)
        expect(drawn.contains("👍 Pros (1)") && drawn.contains("👎 Cons (1)"))
        expect(drawn.contains { $0.hasPrefix("text must be") })
      }
    }
  }

  /// Words of about 500 characters; the last one is `end`.
  private static let long = (1...71).map { "word\($0)" }.joined(separator: " ") + " end"

  @Test(arguments: [(40, 9), (80, 23)], [SideName.pro, .con]) @LoopActor
  func `the text of others is shown as far as there is room`(
    size: (columns: Int, rows: Int), side: SideName
  ) throws {
    let view = board(
      try scene(pros: [argument("1", "Fast")], cons: [argument("1", "Loud")]))
    view.active = side
    _ = view.perform(.edit)
    view.field?.theirs = Self.long
    let rows = { view.drawn(columns: size.columns, rows: size.rows) }
    if size.columns == 80 {
      expect(rows().contains { $0.hasSuffix("end") })
    } else {
      expect(rows().contains { $0.hasSuffix("…") })
      expect(rows().count { $0.contains("word") }, equals: 4)
    }
    view.field?.refusal = TextField.conflict
    expect(rows().contains { $0.hasSuffix(TextField.conflict) })
    expect(rows().contains { $0.contains("now: word1") })
    expect(rows().contains { $0.contains("👍 Pros (1)") })
    expect(rows().contains { $0.contains("👎 Cons (1)") })
  }

  @Test @LoopActor func `a search goes through both sides, and comes back`() throws {
    let view = board(
      try scene(
        pros: [argument("1", "Fast"), argument("2", "Cheap")],
        cons: [argument("1", "Loud"), argument("2", "Not FAST enough")]))
    _ = view.perform(.filter)
    let field = try require(view.field)
    for character in "fas" { _ = field.press(.character(character)) }
    view.typed(in: field)
    expect(view.active == .pro && view.selected?.id == "1")
    for (key, side, id) in [(Key.down, SideName.con, "2"), (.down, .pro, "1"), (.up, .con, "2")] {
      expect(view.takes(key))
      expect(view.active == side && view.selected?.id == id)
    }
    _ = field.press(.character("x"))
    view.typed(in: field)
    expect(view.selected?.id, equals: "2")
    expect(view.drawn().contains { $0.hasSuffix("Nothing here contains that.") })
    expect(field.unsaved.isEmpty)
  }

  /// A board for the smallest terminal, with a long argument between two short ones, which is unfolded.
  @LoopActor
  private func unfolded() throws -> BoardView {
    let view = board(
      try scene(pros: [argument("1", "Fast"), argument("2", Self.long), argument("3", "Last")]))
    _ = view.drawn(columns: 40, rows: 9)
    _ = view.perform(.down)
    _ = view.perform(.fold)
    return view
  }

  @Test(arguments: [Command.down, .pageDown]) @LoopActor
  func `each line of an unfolded argument can be read`(command: Command) throws {
    let view = try unfolded()
    var seen: Set<Substring> = []
    for _ in 1...20 where view.selected?.id == "2" {
      seen.formUnion(view.drawn(columns: 40, rows: 9).flatMap { $0.split(separator: " ") })
      _ = view.perform(command)
    }
    expect(seen.isSuperset(of: Self.long.split(separator: " ")))
    expect(view.selected?.id, equals: "3")
    expect(view.drawn(columns: 40, rows: 9).contains { $0.hasPrefix("+ Last") })
    _ = view.perform(.up)
    expect(view.selected?.id, equals: "2")
  }

  @Test @LoopActor func `the wheel scrolls an unfolded argument, and a click selects it`() throws {
    let view = try unfolded()
    let rows = { view.drawn(columns: 40, rows: 9) }
    expect(rows()[3].hasPrefix("+ word1 ") && rows()[4].hasSuffix("…"))
    for _ in 1...3 { view.scroll(row: 3, column: 0, by: 1) }
    expect(!rows().contains { $0.contains("word1 ") })
    view.click(row: 4, column: 0)
    expect(view.selected?.id, equals: "2")
    for _ in 1...3 { view.scroll(row: 3, column: 0, by: -1) }
    expect(rows()[3].hasPrefix("+ word1 "))
    view.scroll(row: 3, column: 0, by: -1)
    expect(view.selected?.id, equals: "1")
  }

  @Test @LoopActor func `another width leaves no empty rows below an unfolded argument`() throws {
    let view = try unfolded()
    let isAtEnd = { view.drawn(columns: 40, rows: 9).contains { $0.contains("end") } }
    for _ in 1...20 where !isAtEnd() { _ = view.perform(.down) }
    expect(isAtEnd())
    let wide = view.drawn(columns: 100, rows: 24)
    expect(wide.contains { $0.contains("word1 ") } && wide.contains { $0.contains("end") })
  }

  @Test(arguments: [40, 80], [false, true]) @LoopActor
  func `the leaning is visible at each width`(columns: Int, isFetching: Bool) throws {
    let summary = summaryJSON(
      """
      "title":"AI","line":"4 pros · 3 cons · score +1 · leans pro","prosPercentage":57,\
      "scoreText":"+1","leaningText":"leans pro"
      """)
    let boxes = ["topics.ai.summary": summary, "topics.ai.pros.isFetching": "\(isFetching)"]
    let row = board(try .example("board", at: "topics.ai", boxes))
      .drawn(columns: columns, rows: 9)[1]
    expect(row.contains("█") && row.contains("▒"))
    expect(row.contains(columns == 80 ? "4 pros · 3 cons · score +1" : " score +1"))
    expect(row.hasSuffix(isFetching ? "leans pro · fetching …" : "leans pro"))
  }
}
