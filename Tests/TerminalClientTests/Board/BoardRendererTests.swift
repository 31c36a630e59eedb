import BoardValues
import Expectations
import Terminal
import Testing

@testable import TerminalClient

struct BoardRendererTests {
  @Test func `a wide board has its sides side by side`() {
    expect(
      BoardPage.sample.plainLines(width: 60),
      equals: [
        "Artificial Intelligence",
        "4 pros · 3 cons · score +1 · leans pro",
        "",
        "👍 Pros (4)                     👎 Cons (3)",
        "────────────────────────────    ────────────────────────────",
        "+ Error reduction               - High cost",
        "+ Increase work efficiency      - Lesser jobs",
        "+ Reduced cost of training      - Fear of malicious",
        "+ No breaks                       implementation",
      ])
  }

  @Test func `a narrow board has one side below the other`() {
    expect(
      BoardPage.sample.plainLines(width: 24),
      equals: [
        "Artificial Intelligence",
        "4 pros · 3 cons",
        "score +1 · leans pro",
        "",
        "👍 Pros (4)",
        "────────────────────────",
        "+ Error reduction",
        "+ Increase work",
        "  efficiency",
        "+ Reduced cost of",
        "  training",
        "+ No breaks",
        "",
        "👎 Cons (3)",
        "────────────────────────",
        "- High cost",
        "- Lesser jobs",
        "- Fear of malicious",
        "  implementation",
      ])
  }

  @Test func `the sides are side by side from 60 columns`() {
    expect(
      BoardPage.sample.plainLines(width: 60).contains { $0.contains("Pros") && $0.contains("Cons") }
    )
    expect(
      !BoardPage.sample.plainLines(width: 59).contains {
        $0.contains("Pros") && $0.contains("Cons")
      })
  }

  @Test func `the right side always starts in the same column`() {
    var board = BoardPage.sample
    board.proLabels[0] = "日本語 👩‍👩‍👧 e\u{301} 🇩🇪"
    for line in board.plainLines(width: 80) {
      guard let bullet = line.firstIndex(of: "-") else { continue }
      expect(line[..<bullet].displayWidth, equals: 42)
    }
  }

  @Test func `the summary shows counts, score and leaning in the daemon's words`() {
    var board = BoardPage.sample
    board.summary = .sample(
      pros: "P", cons: "C", score: "S", leaning: .con, leaningText: "L",
      line: "P · C · in all S · L")
    expect(board.plainLines(width: 80)[1], equals: "P · C · in all S · L")
    expect(
      board.colouredLines(width: 80)[1],
      equals: "\u{1B}[32mP\u{1B}[0m\u{1B}[2m · \u{1B}[0m\u{1B}[31mC\u{1B}[0m\u{1B}[2m · \u{1B}[0m"
        + "\u{1B}[1min all S\u{1B}[0m\u{1B}[2m · \u{1B}[0m\u{1B}[31mL\u{1B}[0m")
  }

  @Test(arguments: [true, false])
  func `a board without a summary shows no figures`(isFetching: Bool) {
    var board = BoardPage.sample
    (board.summary, board.isFetching) = (nil, isFetching)
    expect(board.plainLines(width: 80).prefix(2), equals: ["Artificial Intelligence", ""])
  }

  @Test func `a fetch is shown where it fits, and moves nothing`() {
    var fetching = BoardPage.sample
    fetching.isFetching = true
    expect(
      fetching.plainLines(width: 80)[1],
      equals: "4 pros · 3 cons · score +1 · leans pro · fetching …")
    for width in 1...200 {
      let lines = BoardPage.sample.plainLines(width: width)
      expect(fetching.plainLines(width: width).count, equals: lines.count)
    }
  }

  @Test func `an empty side has a heading and no rows`() {
    var board = BoardPage.sample
    (board.cons, board.conLabels) = (0, [])
    let lines = board.plainLines(width: 80)
    expect(lines[3].hasSuffix("👎 Cons (0)"))
    expect(lines.last, equals: "+ No breaks")
  }

  @Test func `alerts are shown above the sides as Alert and their message`() {
    var board = BoardPage.sample
    board.alerts = ["No pros found", "the store is read-only"]
    expect(
      board.plainLines(width: 80)[2...4],
      equals: ["Alert: No pros found", "Alert: the store is read-only", ""])
    expect(board.colouredLines(width: 80)[2], equals: "\u{1B}[1;31mAlert: No pros found\u{1B}[0m")
  }

  @Test func `a long alert is wrapped with an indent`() {
    var board = BoardPage.sample
    board.alerts = ["the store is read-only"]
    expect(board.plainLines(width: 20)[4...5], equals: ["Alert: the store is", "       read-only"])
  }

  @Test func `a notice is the last line, dim and on one line`() {
    var board = BoardPage.sample
    board.notice = "Connection lost; reconnecting …"
    expect(board.plainLines(width: 80).suffix(2), equals: ["", "Connection lost; reconnecting …"])
    expect(board.plainLines(width: 12).last, equals: "Connection …")
    expect(
      board.colouredLines(width: 80).last,
      equals: "\u{1B}[2mConnection lost; reconnecting …\u{1B}[0m")
  }
}
