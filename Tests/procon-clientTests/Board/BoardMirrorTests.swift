import BoxClient
import BoxWire
import Testing

@testable import procon_client

struct BoardMirrorTests {
  @Test func `a topic's boxes form its board`() throws {
    let board = try board([
      "topics.ai.summary":
        #"{"title":"AI","pros":2,"cons":1,"prosText":"2 pros","consText":"1 con","#
        + #""scoreText":"+2","leaning":"pro","leaningText":"leans pro","figures":"all","#
        + #""prosPercentage":75}"#,
      "topics.ai.pros.items":
        #"[{"id":"1","text":"fast","weight":2},{"id":"2","text":"cheap","weight":1}]"#,
      "topics.ai.pros.isErrorFree": #"{"status":true,"message":null}"#,
      "topics.ai.pros.isFetching": "false",
      "topics.ai.cons.items": #"[{"id":"1","text":"dear","weight":1}]"#,
      "topics.ai.cons.isErrorFree": #"{"status":false,"message":"no store"}"#,
      "topics.ai.cons.isFetching": "true",
    ])
    let expected = Board(
      title: "AI", pros: 2, cons: 1,
      summary: Board.Summary(
        prosText: "2 pros", consText: "1 con", scoreText: "+2", leaning: "pro",
        leaningText: "leans pro", figures: "all", prosPercentage: 75),
      proArguments: [.init(text: "fast", weight: 2), .init(text: "cheap", weight: 1)],
      conArguments: [.init(text: "dear", weight: 1)], alerts: ["no store"], notice: nil,
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
      "topics.ai.summary": "7", "topics.ai.pros.items": #"[1,{"text":2},{"text":"x"}]"#,
      "topics.ai.cons.items": "{}", "topics.ai.cons.isErrorFree": "[]",
      "topics.ai.pros.isFetching": "null",
    ])
    #expect(board.title == "ai")
    #expect(board.summary == nil)
    #expect(board.proArguments == [Board.Argument(text: "x", weight: 1)])
    #expect(board.pros == 1)
    #expect(board.conArguments.isEmpty)
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
