import BoxClient
import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// What others change in a scene of a kind that the program does not know.
@Suite(.enabled(if: LoopThread.isRunning)) struct DescribedViewTests {
  @LoopActor
  private func show(
    _ view: DescribedView, at place: String?, _ texts: [String], _ occasion: Occasion
  ) throws {
    let items = texts.enumerated().map { #"{"id":"\#($0 + 1)","text":"\#($1)"}"# }
    view.show(
      try .example(
        "columns", at: place, ["topics.ai.pros.items": "[\(items.joined(separator: ","))]"]),
      occasion)
  }

  /// The texts that are drawn like news.
  @LoopActor
  private func lit(_ view: DescribedView) -> [String] {
    var canvas = Canvas(columns: 80, rows: 24)
    view.draw(on: &canvas, rows: 0..<24)
    return canvas.spans.joined().filter { $0.style == .news }.map(\.text)
  }

  @Test @LoopActor func `what others change lights up with the name of the author`() throws {
    let view = DescribedView()
    var asked: [String] = []
    view.news?.inquire = { call, done in
      asked.append(call.intent)
      done([
        "items": [
          [
            "id": 1, "date": "", "author": "ada", "action": "changed", "item": "pros.2",
            "text": "changed pro 2",
          ]
        ]
      ])
    }
    try show(view, at: "topics.ai", ["Fast", "Cheap"], .entered)
    expect(lit(view), equals: [])
    try show(view, at: "topics.ai", ["Fast", "Free"], .changed)
    expect(lit(view), equals: ["2   Free"])
    expect(view.news?.sentence, equals: "ada changed pro 2")
    expect(asked, equals: ["topics.history"])
  }

  @Test(arguments: [nil, "hall"])
  @LoopActor func `without a topic, nobody is asked who it was`(place: String?) throws {
    let view = DescribedView()
    view.news?.inquire = { call, _ in Issue.record("\(call.intent) is called") }
    try show(view, at: place, ["Fast"], .entered)
    try show(view, at: place, ["Fast", "Free"], .changed)
    expect(lit(view), equals: ["2   Free"])
    expect(view.news?.sentence, equals: "Somebody else has changed this.")
  }

  @Test @LoopActor func `what the user's own intents change does not light up`() throws {
    let view = DescribedView()
    try show(view, at: nil, ["Fast"], .entered)
    try show(view, at: nil, ["Free"], .waiting)
    view.answered(Call("topics.ai.pros.change"), .null)
    try show(view, at: nil, ["Free"], .changed)
    expect(lit(view), equals: [])
    try show(view, at: nil, ["Cheap"], .changed)
    expect(lit(view), equals: ["1   Cheap"])
  }

  @Test @LoopActor func `what is still being fetched is not news`() throws {
    let view = DescribedView()
    let show = { (isFetching: Bool, text: String, occasion: Occasion) in
      view.show(
        try .example(
          "columns",
          [
            "topics.ai.pros.isFetching": "\(isFetching)",
            "topics.ai.pros.items": #"[{"id":"1","text":"\#(text)"}]"#,
          ]), occasion)
    }
    try show(true, "", .entered)
    try show(false, "Fast", .changed)
    expect(lit(view), equals: [])
    try show(false, "Free", .changed)
    expect(lit(view), equals: ["1   Free"])
  }

  @Test @LoopActor func `rows in another order light up nothing else`() throws {
    let view = DescribedView()
    let show = { (items: String, occasion: Occasion) in
      view.show(try .example("columns", ["hall.items": items]), occasion)
    }
    try show(#"[{"id":"1"},{"id":"2"}]"#, .entered)
    try show(#"[{"id":"2"},{"id":"1"}]"#, .changed)
    expect(lit(view), equals: [])
    expect(view.news?.sentence, equals: "Somebody else has moved an entry.")
  }

  @Test @LoopActor func `what was removed lights up its table`() throws {
    let view = DescribedView()
    try show(view, at: nil, ["Fast", "Free"], .entered)
    try show(view, at: nil, ["Fast"], .changed)
    expect(lit(view), equals: ["topics.ai.pros.items (1)"])
  }
}
