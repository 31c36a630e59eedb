import Expectations
import Testing

@testable import procon_tui

struct CanvasTests {
  @Test func `a text is cut at its width and at the right edge`() {
    var canvas = Canvas(columns: 10, rows: 2)
    expect(canvas.put("abcdef", row: 0, column: 2, width: 4), equals: 6)
    expect(canvas.put("abcdef", row: 0, column: 8), equals: 10)
    expect(canvas.spans[0].map(\.text), equals: ["abc…", "a…"])
    expect(canvas.spans[0].map(\.column), equals: [2, 8])
  }

  @Test func `what is outside is left out`() {
    var canvas = Canvas(columns: 10, rows: 2)
    canvas.put("x", row: 2)
    canvas.put("x", row: -1)
    canvas.put("x", row: 0, column: 10)
    canvas.put("", row: 0)
    expect(canvas.spans, equals: [[], []])
  }

  @Test func `a bar fills its width, also behind wide characters`() {
    var canvas = Canvas(columns: 10, rows: 1)
    canvas.fill("日本", row: 0, width: 6, .pro)
    expect(canvas.spans[0].map(\.text), equals: ["日本", "  "])
    expect(canvas.spans[0].map(\.column), equals: [0, 4])
  }

  @Test func `control characters never reach the screen`() {
    var canvas = Canvas(columns: 20, rows: 1)
    canvas.put("a\u{1B}[2Jb\n\u{9B}", row: 0)
    expect(canvas.spans[0][0].text, equals: "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}")
  }

  @Test func `an emoji of several scalars gets room for either width`() {
    CursesScreen.useUTF8()
    expect(Character("👨‍👩‍👧").columns, equals: 6)
    expect(Character("👨‍👩‍👧").cells.areUncertain)
    expect(Character("❤️").columns, equals: 2)
    expect(Character("❤️").cells.areUncertain)
    expect(!Character("日").cells.areUncertain)
    expect("cafe\u{301}".columns, equals: 4)
    expect(!Character("e\u{301}").cells.areUncertain)
  }

  @Test func `the URLs of texts are found where they can be seen`() {
    var right = Canvas(columns: 20, rows: 3)
    right.link(["https://a.org/long"])
    right.put("👍 https://a.org", row: 0)
    right.put("  /long, https://b.org", row: 1)
    var canvas = Canvas(columns: 40, rows: 3)
    expect(canvas.linkedSpans, equals: [[], [], []])
    canvas.place(right, column: 10)
    let found = { (canvas: Canvas) in
      canvas.linkedSpans.map { $0.map { "\($0.span.column) \($0.span.text)" } }
    }
    expect(found(canvas), equals: [["13 https://a.org"], ["12 /long"], []])
    // Something is drawn over the first one.
    canvas.put("xxx", row: 0, column: 20)
    expect(found(canvas), equals: [[], ["12 /long"], []])
  }
}
