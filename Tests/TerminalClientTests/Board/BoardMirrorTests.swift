import BoardValues
import BoxClient
import BoxWire
import Expectations
import Testing

@testable import TerminalClient

struct BoardMirrorTests {
  @Test func `a topic's boxes form its board`() throws {
    let summary = Summary.sample(
      pros: "2 pros", cons: "1 con", score: "+2", leaning: .pro, leaningText: "leans pro",
      line: "all", prosPercentage: 75)
    let board = try board([
      "topics.ai.summary":
        #"{"title":"Artificial Intelligence","pros":4,"cons":3,"score":1,"prosText":"2 pros","#
        + #""consText":"1 con","scoreText":"+2","leaning":"pro","leaningText":"leans pro","#
        + #""line":"all","created":"","updated":"","prosPercentage":75}"#,
      "topics.ai.pros.items": "[\(argument("fast ×2")),\(argument("cheap"))]",
      "topics.ai.pros.isErrorFree": #"{"status":true,"message":null}"#,
      "topics.ai.pros.isFetching": "false",
      "topics.ai.cons.items": "[\(argument("dear"))]",
      "topics.ai.cons.isErrorFree": #"{"status":false,"message":"no store"}"#,
      "topics.ai.cons.isFetching": "true",
    ])
    let expected = BoardPage(
      title: "Artificial Intelligence", pros: 4, cons: 3, summary: summary,
      proLabels: ["fast ×2", "cheap"], conLabels: ["dear"], alerts: ["no store"], notice: nil,
      isFetching: true)
    expect(board, equals: expected)
  }

  @Test func `a missing topic is reported on the board`() throws {
    let board = try board([:])
    expect(board.title, equals: "ai")
    expect(board.summary == nil)
    expect(board.notice, equals: "There is no topic ai yet; waiting for it.")
  }

  @Test func `malformed boxes are left out, and the board says what is wrong with them`() throws {
    let board = try board([
      "topics.ai.summary": "7", "topics.ai.pros.items": "[\(argument("x"))]",
      "topics.ai.cons.items": #"[\#(argument("y")),{"id":"2"}]"#,
      "topics.ai.cons.isErrorFree": "[]", "topics.ai.pros.isFetching": "null",
    ])
    expect(board.title, equals: "ai")
    expect(board.summary == nil)
    expect(board.proLabels, equals: ["x"])
    expect(board.pros, equals: 1)
    expect(board.conLabels.isEmpty)
    expect(
      board.alerts,
      equals: [
        "topics.ai.summary: the value must be an object",
        "topics.ai.cons.items: member '[1].author' is missing",
        "topics.ai.pros.isFetching: the value must be true or false",
      ])
    expect(!board.isFetching)
  }

  private func argument(_ label: String) -> String {
    #"{"id":"1","label":"\#(label)","text":"","weight":1,"author":"","created":"","updated":""}"#
  }

  private func board(_ boxes: KeyValuePairs<String, String>) throws -> BoardPage {
    var mirror = Mirror()
    let values = try boxes.map { ($0.key, try JSONText(parsing: $0.value.utf8)) }
    _ = mirror.apply(BoxValues(revision: 1, values: values))
    return BoardPage(of: TopicName(argument: "ai")!, in: mirror)
  }
}
