import BoxClient
import BoxWire
import Testing

@testable import TerminalClient

struct BoardMirrorTests {
  @Test func `a topic's boxes form its board`() throws {
    let board = try board([
      "topics.ai.summary":
        #"{"title":"AI","pros":2,"cons":1,"prosText":"2 pros","consText":"1 con","#
        + #""scoreText":"+2","leaning":"pro","leaningText":"leans pro","line":"all","#
        + #""prosPercentage":75}"#,
      "topics.ai.pros.items":
        #"[{"id":"1","label":"fast ×2","text":"fast"},{"id":"2","label":"cheap"}]"#,
      "topics.ai.pros.isErrorFree": #"{"status":true,"message":null}"#,
      "topics.ai.pros.isFetching": "false",
      "topics.ai.cons.items": #"[{"id":"1","label":"dear"}]"#,
      "topics.ai.cons.isErrorFree": #"{"status":false,"message":"no store"}"#,
      "topics.ai.cons.isFetching": "true",
    ])
    let expected = Board(
      title: "AI", pros: 2, cons: 1,
      summary: Board.Summary(
        prosText: "2 pros", consText: "1 con", scoreText: "+2", leaning: "pro",
        leaningText: "leans pro", line: "all", prosPercentage: 75),
      proLabels: ["fast ×2", "cheap"], conLabels: ["dear"], alerts: ["no store"], notice: nil,
      isFetching: true)
    #expect(board == expected)
  }

  @Test func `a missing topic is reported on the board`() throws {
    let board = try board([:])
    #expect(board.title == "ai")
    #expect(board.summary == nil)
    #expect(board.notice == "There is no topic ai yet; waiting for it.")
  }

  @Test func `malformed boxes are ignored`() throws {
    let board = try board([
      "topics.ai.summary": "7", "topics.ai.pros.items": #"[1,{"label":2},{"label":"x"}]"#,
      "topics.ai.cons.items": "{}", "topics.ai.cons.isErrorFree": "[]",
      "topics.ai.pros.isFetching": "null",
    ])
    #expect(board.title == "ai")
    #expect(board.summary == nil)
    #expect(board.proLabels == ["x"])
    #expect(board.pros == 1)
    #expect(board.conLabels.isEmpty)
    #expect(board.alerts.isEmpty)
    #expect(!board.isFetching)
  }

  private func board(_ boxes: KeyValuePairs<String, String>) throws -> Board {
    var mirror = Mirror()
    let values = try boxes.map { ($0.key, try JSONText(parsing: $0.value.utf8)) }
    _ = mirror.apply(BoxValues(revision: 1, values: values))
    return Board(of: .ai, in: mirror)
  }
}
