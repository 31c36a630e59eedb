import BoardValues
import BoxClient
import BoxWire
import Expectations
import TerminalClient
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// Comments at the arguments of a board.
@Suite(.enabled(if: LoopThread.isRunning)) struct BoardCommentTests {
  private static func comment(_ id: Int, _ text: String, by author: String = "bob") -> String {
    #"{"id":"\#(id)","text":"\#(text)","author":"\#(author)","created":null}"#
  }

  @LoopActor
  private func board(_ comments: [String], text: String = "Fast") throws -> BoardView {
    let view = BoardView(at: "topics.ai")
    view.show(try scene(comments, text: text), .entered)
    return view
  }

  private func scene(_ comments: [String], text: String = "Fast") throws -> ShownScene {
    let members =
      comments.isEmpty ? #""weight":1"# : "\"comments\":[\(comments.joined(separator: ","))]"
    let pros = [argumentJSON("1", text, members), argumentJSON("2", "Free")]
    return try .example(
      "board", at: "topics.ai", ["topics.ai.pros.items": "[\(pros.joined(separator: ","))]"])
  }

  private static let two = [comment(3, "See the list"), comment(4, "I did", by: "cleo")]

  @Test(arguments: [(40, 9), (80, 23), (100, 58)]) @LoopActor
  func `a folded argument has their number, an unfolded one has them`(
    columns: Int, rows: Int
  ) throws {
    for text in ["Fast", Array(repeating: "word", count: 90).joined(separator: " ")] {
      let view = try board(Self.two, text: text)
      let drawn = { view.drawn(columns: columns, rows: rows) }
      expect(drawn().contains { $0.contains("💬2") })
      expect(!drawn().contains { $0.contains("See the list") })
      _ = view.perform(.fold)
      var seen = ""
      for _ in 1...40 where view.selected?.id == "1" {
        seen += drawn().joined(separator: "\n")
        _ = view.perform(.down)
      }
      expect(seen.contains("💬3 bob: See the list"))
      expect(seen.contains("💬4 cleo: I did"))
      expect(!seen.contains("💬2"))
    }
  }

  @Test @LoopActor func `an argument without comments has no number`() throws {
    expect(!(try board([])).drawn().contains { $0.contains("💬") })
  }

  @Test(arguments: [(40, 8), (40, 9), (80, 23)]) @LoopActor
  func `a comment is typed below its argument`(columns: Int, rows: Int) throws {
    let view = try board([])
    _ = view.perform(.comment)
    let field = try require(view.field)
    field.replace(with: "Why?")
    let drawn = view.drawn(columns: columns, rows: rows)
    let row = try require(drawn.firstIndex { $0.contains("+ Fast") })
    expect(drawn[row + 1].contains("Comment:  Why?") || columns == 40)
    expect(drawn.contains { $0.contains("Why?") })
    let call = try require(view.submit(field).call)
    expect(call.intent, equals: "topics.ai.pros.comment")
    expect(call.parameters.json.description, equals: #"{"id":"1","text":"Why?"}"#)
    view.field = nil
    view.answered(call, ["id": "2"])
    view.show(try scene([Self.comment(2, "Why?", by: "ada")]), .changed)
    expect(view.drawn(columns: columns, rows: 23).contains { $0.contains("💬2 ada: Why?") })
    expect(view.news?["pros.1"] == nil)
  }

  @Test @LoopActor func `a comment of somebody else is news of its argument`() throws {
    let view = try board([])
    view.show(try scene([Self.comment(2, "Why?")]), .changed)
    expect(view.news?["pros.1"] != nil)
    expect(view.news?["pros.2"] == nil)
  }

  @Test @LoopActor func `what is typed stays when its argument is deleted`() throws {
    let view = try board([])
    _ = view.perform(.comment)
    let field = try require(view.field)
    field.replace(with: "Why?")
    view.show(
      try .example(
        "board", at: "topics.ai",
        ["topics.ai.pros.items": "[\(argumentJSON("2", "Free"))]"]), .changed)
    expect(field.theirs, equals: "(deleted)")
    expect(view.drawn().contains { $0.contains("Why?") })
  }

  @Test @LoopActor func `a comment is removed by its number, the only one at once`() throws {
    let only = try board([Self.two[0]])
    let removal = only.perform(.uncomment)
    expect(removal.question, equals: "Remove \"bob: See the list\"?")
    expect(removal.call?.intent, equals: "topics.ai.pros.uncomment")
    expect(removal.call?.parameters.json.description, equals: #"{"id":"1","comment":"3"}"#)
    let view = try board(Self.two)
    expect(view.perform(.uncomment).call == nil)
    let field = try require(view.field)
    expect(field.text, equals: "4")
    field.replace(with: "9")
    expect(view.submit(field).refusal, equals: "There is no comment with this number.")
    field.replace(with: "3")
    expect(
      view.submit(field).call?.parameters.json.description, equals: #"{"id":"1","comment":"3"}"#)
    expect(try board([]).perform(.uncomment).call == nil)
  }

  @Test @LoopActor func `a comment cannot draw`() throws {
    let view = try board([Self.comment(1, #"a\u001b[31mb"#, by: #"c\u001bd"#)])
    _ = view.perform(.fold)
    let drawn = view.drawn()
    expect(drawn.contains { $0.contains("💬1 c\u{FFFD}d: a\u{FFFD}[31mb") })
    expect(!drawn.contains { $0.unicodeScalars.contains("\u{1B}") })
  }
}
