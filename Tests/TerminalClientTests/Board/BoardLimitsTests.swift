import Expectations
import SystemTestSupport
import Terminal
import Testing

@testable import TerminalClient

struct BoardLimitsTests {
  @Test func `a board that fits its height is not cut`() {
    let lines = BoardPage.sample.plainLines(width: 80)
    expect(lines.count, equals: 9)
    expect(BoardPage.sample.plainLines(width: 80, height: 9), equals: lines)
  }

  @Test func `a board taller than its height ends with the number of hidden lines`() {
    let lines = BoardPage.sample.plainLines(width: 80)
    expect(
      BoardPage.sample.plainLines(width: 80, height: 8),
      equals: lines.prefix(7) + ["… 2 more lines"])
    expect(BoardPage.sample.plainLines(width: 80, height: 2), equals: [lines[0], "… 8 more lines"])
    expect(BoardPage.sample.plainLines(width: 80, height: 1), equals: [lines[0]])
  }

  @Test func `a notice is never cut off`() {
    var board = BoardPage.sample
    board.notice = "Connection lost"
    expect(board.plainLines(width: 80, height: 11).suffix(2), equals: ["", "Connection lost"])
    expect(board.plainLines(width: 80, height: 10).last, equals: "Connection lost")
    expect(board.plainLines(width: 80, height: 10).count, equals: 10)
    expect(
      board.plainLines(width: 80, height: 9).suffix(2),
      equals: ["… 2 more lines", "Connection lost"])
    expect(board.plainLines(width: 80, height: 1), equals: ["Connection lost"])
  }

  @Test func `a height of zero draws nothing`() {
    expect(BoardPage.sample.plainLines(width: 80, height: 0), equals: [])
    expect(BoardPage.filled(with: "a").plainLines(width: 80, height: -1), equals: [])
  }

  @Test func `no line is too wide at any width and height`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for width in 1...200 {
      let board = BoardPage.filled(with: random.text())
      let height = Int.random(in: 1...30, using: &random)
      let lines = board.plainLines(width: width)
      let widest = lines.map(\.displayWidth).max() ?? 0
      expect(widest <= width, "seed \(seed), width \(width): \(board.title.debugDescription)")
      let cut = board.plainLines(width: width, height: height)
      expect(cut.count, equals: min(lines.count, height), "seed \(seed), width \(width)")
      expect(cut.allSatisfy { $0.displayWidth <= width }, "seed \(seed), width \(width)")
    }
  }

  @Test(arguments: [0, -1, Int.min])
  func `a width below one counts as one`(width: Int) {
    expect(BoardPage.sample.plainLines(width: width), equals: BoardPage.sample.plainLines(width: 1))
  }

  @Test(arguments: [
    "\u{1B}[2J\u{1B}[H", "\u{1B}]0;owned\u{7}", "\u{1B}]8;;http://example.org\u{1B}\\x", "\u{1B}c",
    "\u{9B}31m", "\u{90}q\u{9C}", "a\rb", "a\r\nb\nc\td", "\u{8}\u{8}\u{7F}", "\u{0}",
    "\u{202E}evil\u{2066}\u{2069}", "a\u{2028}b\u{2029}c", "\u{85}",
  ])
  func `hostile text reaches the terminal only as text`(text: String) {
    for width in [1, 2, 7, 40, 80, 200] {
      let board = BoardPage.filled(with: text)
      let plain = board.plainLines(width: width).joined()
      expect(Array(plain.printable.utf8), equals: Array(plain.utf8))
      let coloured = board.colouredLines(width: width).joined()
      expect(Array(withoutStyles(coloured).utf8), equals: Array(plain.utf8))
    }
  }

  @Test func `colour adds nothing but control sequences`() {
    expect(
      BoardPage.sample.colouredLines(width: 80).map(withoutStyles),
      equals: BoardPage.sample.plainLines(width: 80))
    expect(!BoardPage.sample.plainLines(width: 80).joined().contains("\u{1B}"))
    expect(
      BoardPage.sample.colouredLines(width: 40).contains("\u{1B}[32m+ Error reduction\u{1B}[0m"))
    expect(BoardPage.sample.colouredLines(width: 40).contains("\u{1B}[31m- High cost\u{1B}[0m"))
    expect(
      BoardPage.sample.colouredLines(width: 40)[0],
      equals: "\u{1B}[1mArtificial Intelligence\u{1B}[0m")
  }

  /// `line` without the palette's sequences, but with any others.
  private func withoutStyles(_ line: String) -> String {
    ["1", "2", "31", "32", "1;31", "0"].reduce(line) { line, code in
      line.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
    }
  }
}
