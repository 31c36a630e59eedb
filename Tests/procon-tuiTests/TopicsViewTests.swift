import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// Titles that somebody else changes while they are edited, and the order of topics.
@Suite(.enabled(if: LoopThread.isRunning)) struct TopicsViewTests {
  private func scene(_ titles: String...) throws -> ShownScene {
    let boxes = titles.enumerated().map {
      ("topics.t\($0).summary", summaryJSON(#""title":"\#($1)","created":"\#($0)""#))
    }
    return try .example(
      "topics", Dictionary(uniqueKeysWithValues: boxes), pattern: "topics.**",
      intents: ["topics.create"])
  }

  @LoopActor
  private func renaming(_ titles: String...) throws -> (view: TopicsView, field: TextField) {
    let view = TopicsView()
    view.show(try scene("Old"), .entered)
    _ = view.perform(.rename)
    let field = try require(view.field)
    _ = field.press(.character("!"))
    return (view, field)
  }

  private func refusal(_ submission: Submission) -> String? {
    if case .refused(let sentence) = submission { sentence } else { nil }
  }

  // MARK: News

  /// - Parameter roots: `isFetching` and `isErrorFree` of each store, and the titles of its topics.
  private func scene(
    _ roots: [String: (isFetching: Bool, isErrorFree: Bool, titles: [String])]
  ) throws -> ShownScene {
    var boxes: [String: String] = [:]
    for (root, store) in roots {
      boxes["\(root).isFetching"] = "\(store.isFetching)"
      boxes["\(root).isErrorFree"] = #"{"status":\#(store.isErrorFree),"message":null}"#
      for title in store.titles {
        boxes["\(root).\(title).summary"] = summaryJSON(#""title":"\#(title)""#)
      }
    }
    return try .example("topics", boxes, patterns: roots.keys.map { "\($0).*.summary" })
  }

  /// The names of what lights up after states, of which the first one is entered.
  @LoopActor
  private func news(_ states: [ShownScene]) -> [String] {
    let view = TopicsView()
    for (index, state) in states.enumerated() { view.show(state, index == 0 ? .entered : .changed) }
    return view.topics.map(\.path).filter { view.news?[$0] != nil }.sorted()
  }

  @Test @LoopActor func `what a store has that answers late is not news, what comes later is`()
    throws
  {
    let late = try [
      scene(["topics": (false, true, ["ai"]), "news": (true, true, [])]),
      scene(["topics": (false, true, ["ai", "car"]), "news": (true, true, ["tea"])]),
      scene(["topics": (false, true, ["ai", "car"]), "news": (false, true, ["tea", "cats"])]),
    ]
    expect(news(late), equals: ["topics.car"])
    let later = try scene(
      ["topics": (false, true, ["ai", "car"]), "news": (false, true, ["tea", "cats", "x"])])
    expect(news(late + [later]), equals: ["news.x", "topics.car"])
    let refresh = try scene(
      ["topics": (false, true, ["ai", "car"]), "news": (true, true, ["tea", "cats", "x"])])
    expect(news(late + [refresh]), equals: ["news.x", "topics.car"])
  }

  @Test @LoopActor func `what a store has that could not be read at first is not news`() throws {
    let states = try [
      scene(["news": (true, true, [])]), scene(["news": (false, false, [])]),
      scene(["news": (false, true, ["tea"])]),
    ]
    expect(news(states), equals: [])
    expect(news(try states + [scene(["news": (false, false, ["tea", "x"])])]), equals: ["news.x"])
  }

  @Test @LoopActor func `without topics, a store can have been read`() throws {
    let states = try [
      scene(["news": (true, true, [])]), scene(["news": (false, true, [])]),
      scene(["news": (false, true, ["tea"])]),
    ]
    expect(news(states), equals: ["news.tea"])
  }

  // MARK: Titles

  @Test @LoopActor func `hidden characters in a title are shown`() throws {
    let view = TopicsView()
    view.show(try scene("Te\u{200B}a"), .entered)
    expect(view.drawn().contains { $0.contains("Te<U+200B>a") })
  }

  @Test @LoopActor func `the other title stays while the question is open`() throws {
    let (view, field) = try renaming()
    view.show(try scene("Theirs"), .changed)
    expect(refusal(view.submit(field)), equals: TextField.conflict)
    view.show(try scene("Theirs", "Another"), .changed)
    expect(field.theirs, equals: "Theirs")
    guard case .call(let call) = view.submit(field) else {
      Issue.record("it is not saved")
      return
    }
    expect(call.parameters["title"]?.string, equals: "Old!")
    expect(call.parameters["ifTitle"]?.string, equals: "Theirs")
  }

  @Test @LoopActor func `a title that is replaced before the daemon has answered is a conflict`()
    throws
  {
    let (view, field) = try renaming()
    guard case .call(let call) = view.submit(field) else {
      Issue.record("it is not saved")
      return
    }
    expect(call.parameters["ifTitle"]?.string, equals: "Old")
    view.show(try scene("Theirs"), .waiting)
    expect(view.resolve(field))
    guard case .call(let second) = view.submit(field) else {
      Issue.record("it is not saved")
      return
    }
    expect(second.parameters["ifTitle"]?.string, equals: "Theirs")
  }

  @Test @LoopActor func `a third title is another conflict, the first one is none`() throws {
    let (view, field) = try renaming()
    view.show(try scene("Theirs"), .changed)
    expect(refusal(view.submit(field)) != nil)
    view.show(try scene("Third"), .changed)
    expect(refusal(view.submit(field)) != nil)
    view.show(try scene("Old"), .changed)
    expect(field.theirs == nil)
    expect(refusal(view.submit(field)) == nil)
  }

  @Test @LoopActor func `the title of a topic that was deleted is refused`() throws {
    let (view, field) = try renaming()
    view.show(try scene(), .changed)
    expect(field.theirs, equals: "(deleted)")
    expect(refusal(view.submit(field))?.hasPrefix("This topic was deleted"), equals: true)
  }

  @Test @LoopActor func `topics follow the filter, the order and the daemon`() throws {
    let view = TopicsView()
    view.show(try scene("B", "A"), .entered)
    expect(view.shown.map(\.title), equals: ["B", "A"])
    _ = view.perform(.sort)
    expect(view.shown.map(\.title), equals: ["A", "B"])
    view.show(try scene("B", "A", "Ab"), .changed)
    expect(view.shown.map(\.title), equals: ["A", "Ab", "B"])
    _ = view.perform(.filter)
    _ = view.field?.press(.character("B"))
    expect(view.shown.map(\.title), equals: ["Ab", "B"])
    view.field = nil
    expect(view.shown.map(\.title), equals: ["A", "Ab", "B"])
  }

  @Test(arguments: TopicOrder.allCases)
  @LoopActor
  func `after each change, the list is as if it were new`(order: TopicOrder) throws {
    var random = SeededGenerator(seed: 7)
    var hasFailed = false
    var scene = try ShownScene.example("topics", [:], pattern: "topics.*.summary")
    let view = TopicsView()
    while view.order != order { _ = view.perform(.sort) }
    view.show(scene, .entered)
    for revision in 2...60 {
      let changed = try (0..<Int.random(in: 0...(revision % 20 == 0 ? 60 : 3), using: &random)).map
      { _ in
        let number = Int.random(in: 1...20, using: &random)
        let members =
          #""title":"\#(number % 9 == 0 ? 9 : number)","score":\#(Int.random(in: 0...3, using: &random)),"#
          + #""created":"\#(number / 3)","updated":"\#(revision)""#
        return (
          path: "topics.t\(number).summary",
          value: try JSONText(
            parsing: (number % 7 == 0 && revision % 3 == 0 ? "{}" : summaryJSON(members)).utf8)
        )
      }
      let gone = Int.random(in: 1...60, using: &random)
      _ = scene.mirror.apply(
        BoxValues(
          revision: revision, values: Array(Dictionary(changed) { $1 }).map { ($0.key, $0.value) },
          removed: ["topics.t\(gone).summary", "topics.t\(gone).title"]))
      view.show(scene, .changed)
      let new = TopicsView()
      while new.order != order { _ = new.perform(.sort) }
      new.show(scene, .entered)
      expect(view.topics, equals: new.topics)
      expect(view.shown, equals: new.shown)
      expect(view.ambiguous, equals: new.ambiguous)
      expect(view.heading.alerts, equals: new.heading.alerts)
      hasFailed = hasFailed || !new.heading.alerts.isEmpty
    }
    expect(view.topics.count > 8)
    expect(hasFailed)
  }

  @Test @LoopActor func `topics are sorted by each column`() throws {
    let summary = { (title: String, score: Int, created: Int, updated: Int) in
      summaryJSON(
        #""title":"\#(title)","score":\#(score),"created":"\#(created)","updated":"\#(updated)""#)
    }
    let scene = try ShownScene.example(
      "topics",
      [
        "topics.a.summary": summary("C", 1, 1, 2), "topics.b.summary": summary("B", 3, 2, 1),
        "topics.c.summary": summary("A", 2, 3, 3),
      ])
    let view = TopicsView()
    view.show(scene, .entered)
    var orders: [String: String] = [:]
    for _ in 1...4 {
      orders[view.order.rawValue] = view.shown.map(\.title).joined()
      _ = view.perform(.sort)
    }
    expect(orders, equals: ["created": "CBA", "title": "ABC", "score": "BAC", "changed": "ACB"])
  }

  @Test(arguments: [
    (40, "4 pros · 3 cons · score +1 · leans pro"),
    (40, "1000 pros · 1000 cons · score +4000 · leans pro"),
    (80, "100 pros · 100 cons · score +100 · leans pro"), (59, "1 pro · 0 cons · score 1"),
  ]) @LoopActor
  func `counts, score, leaning and age are visible at each width`(
    columns: Int, line: String
  ) throws {
    let view = TopicsView()
    let summary = #""title":"Tea","line":"\#(line)","prosPercentage":57,"#
    let scene = try ShownScene.example(
      "topics",
      ["topics.tea.summary": summaryJSON(summary + #""updated":"2026-01-01T00:00:00.000Z""#)])
    view.show(scene, .entered)
    let rows = view.drawn(columns: columns, rows: 9)
    expect(rows[1].hasPrefix("Tea") && rows[1].contains("██████ ▒▒▒▒"))
    for fact in line.split(separator: " · ") + ["ago"] {
      expect(rows.contains { $0.contains(fact) && !$0.hasSuffix("…") }, "\(fact)")
    }
  }

  @Test(arguments: [
    (40, "Artificial Intelligence", nil), (60, "Artificial Intelligence", "4 pros · 3 cons"),
    (80, "Artificial Intelligence", "4 pros · 3 cons · score +1"),
    (100, "Artificial Intelligence", "4 pros · 3 cons · score +1 · leans pro"),
  ]) @LoopActor
  func `a title is cut after the facts beside it`(
    columns: Int, title: String, line: String?
  ) throws {
    let view = TopicsView()
    let summary =
      summaryJSON(#""title":"\#(title)","line":"4 pros · 3 cons · score +1 · leans pro""#)
    view.show(try .example("topics", ["topics.ai.summary": summary]), .entered)
    let row = view.drawn(columns: columns, rows: 9)[1]
    expect(row.hasPrefix(title))
    expect(row.contains("4 pros"), equals: (line != nil))
    if let line { expect(row.contains(line) && !row.contains("\(line) ·")) }
  }

  /// Shows some topics, and only those with a text. Without `saves`, the filter is still edited.
  @LoopActor
  private func filtered(_ scene: ShownScene, by text: String, saves: Bool) throws -> TopicsView {
    let view = TopicsView()
    view.show(scene, .entered)
    _ = view.perform(.last)
    _ = view.perform(.filter)
    let field = try require(view.field)
    _ = field.press(.paste(text))
    _ = view.drawn()
    if saves {
      _ = view.submit(field)
      view.field = nil
    }
    return view
  }

  @Test @LoopActor func `the selection comes back when the filter is not saved`() throws {
    let view = try filtered(try scene("Tea", "Toffee", "Coffee"), by: "tea", saves: false)
    expect(view.selected?.title, equals: "Tea")
    view.field = nil
    expect(view.selected?.title, equals: "Coffee")
  }

  @Test @LoopActor func `a new topic that the filter would hide is shown and selected`() throws {
    let view = try filtered(try scene("Tea", "Green tea"), by: "tea", saves: true)
    view.show(try scene("Tea", "Green tea", "Coffee"), .waiting)
    expect(view.shown.count, equals: 2)
    view.answered(Call("topics.create"), JSONText(members: [(name: "id", value: JSONText("t2"))]))
    expect(view.selected?.title, equals: "Coffee")
    expect(view.shown.count, equals: 3)
    _ = view.perform(.first)
    view.show(try scene("Tea", "Green tea", "Coffee", "Cocoa"), .changed)
    expect(view.selected?.title, equals: "Tea")
  }

  @Test @LoopActor func `a topic that somebody else deletes is reported, the user's own is not`()
    throws
  {
    let view = TopicsView()
    view.show(try scene("Tea", "Coffee", "Cocoa"), .entered)
    view.answered(Call("topics.remove", ["id": JSONText("t2")]), JSONText(members: []))
    view.show(try scene("Tea", "Coffee"), .changed)
    expect(view.news?.sentence == nil)
    view.show(try scene("Tea"), .changed)
    expect(view.news?.sentence, equals: #"Somebody else has deleted "Coffee"."#)
  }
}
