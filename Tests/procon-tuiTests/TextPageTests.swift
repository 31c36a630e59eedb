import Expectations
import Testing

@testable import procon_tui

struct TextPageTests {
  @Test(arguments: [
    ("a\tb\n\tc", ["a       b", "        c"]),
    ("日本\tb\t\tc", ["日本    b               c"]),
    ("if x {\n    y  // z\n}\n   \n", ["if x {", "    y  // z", "}", "", ""]),
    ("  one two three four five six", ["  one two three four five", "  six"]),
    (
      "\t\t\tone two three four five",
      [
        "             one two three", "             four five",
      ]
    ),
    ("one  two three four five six seven", ["one two three four five", "six seven"]),
  ])
  func `tabs become spaces, and indentation stays`(text: String, lines: [String]) {
    expect(TextPage.lines(of: text, width: 26), equals: lines)
  }

  @Test(arguments: [
    (1, ["one …"]), (2, ["one", "two th…"]), (3, ["one", "two thr", "four"]), (0, []), (-1, []),
  ])
  func `what follows the last line that is shown is marked`(count: Int, shown: [String]) {
    expect(["one", "two thr", "four"].first(count, width: 7), equals: shown)
  }

  @Test func `a page of one line is scrolled by one line`() {
    var canvas = Canvas(columns: 10, rows: 1)
    var page = TextPage()
    page.draw(["a", "b", "c"], on: &canvas, rows: 0..<1)
    expect(page.scroll(.pageDown) && page.top == 1)
    expect(page.scroll(.pageUp) && page.top == 0)
  }
}
