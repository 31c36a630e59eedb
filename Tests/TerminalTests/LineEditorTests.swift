import Expectations
import SystemTestSupport
import Testing

@testable import Terminal

struct LineEditorTests {
  private var editor = LineEditor()

  private static let keys: [String: LineEditor.Key] = [
    "<enter>": .enter, "<esc>": .escape, "<back>": .backspace, "<left>": .left, "<right>": .right,
    "<home>": .home, "<end>": .end, "<delete>": .delete, "<C-d>": .endOfInput,
    "<C-u>": .removeBefore, "<C-k>": .removeAfter, "<C-w>": .removeWord, "<C-j>": .text("\n"),
    "<pageup>": .pageUp, "<pagedown>": .pageDown,
  ]

  /// Types a text, in which names of keys are in angle brackets.
  private mutating func type(_ text: String) -> [LineEditor.Event] {
    var events: [LineEditor.Event?] = []
    for word in text.matches(of: /<[^>]+>|[^<]+/).map(\.output) {
      events.append(editor.press(Self.keys[String(word)] ?? .text(String(word))))
    }
    return events.compactMap(\.self)
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc<back>", "ab"), ("<back>a", "a"), ("ac<left>b", "abc"),
    ("bc<home>a<end>d", "abcd"), ("abc<left><left><delete>", "ac"), ("abc<C-u>d", "d"),
    ("abc<left><C-k>", "ab"), ("one two<C-w>", "one "), ("one two  <C-w><C-w>", ""),
    ("one  two<left><C-w>", "one  o"), ("ab<left><C-d>", "a"), ("ab<C-d>", "ab"),
    ("<right><left>a", "a"), ("a<C-j>b", "a\nb"), ("ä🙂<back>", "ä"), ("e\u{301}<back>x", "x"),
  ])
  mutating func `keys edit the text`(typed: String, text: String) {
    expect(type(typed), equals: [])
    expect(editor.text, equals: text)
  }

  @Test mutating func `Enter submits the text, Escape drops it, Ctrl-D ends an empty line`() {
    expect(type("one<enter>two<esc><C-d>"), equals: [.submitted("one"), .cancelled, .ended])
    expect(type("<enter>"), equals: [.submitted("")])
    expect(editor.text, equals: "")
  }

  @Test mutating func `Page Up and Page Down leave the line alone`() {
    expect(type("a<pageup>b<pagedown>"), equals: [.turned(.back), .turned(.forward)])
    expect(editor.text, equals: "ab")
  }

  @Test mutating func `a combining mark joins the character before the cursor`() {
    _ = type("ab<left>")
    _ = type("\u{301}c")
    expect(editor.text, equals: "a\u{301}cb")
  }

  @Test func `texts that are inserted anywhere make the characters of the whole`() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<300 {
      let (before, text) = (random.text(), random.text())
      var editor = LineEditor()
      editor.replace(with: before)
      let place = Int.random(in: 0...before.count, using: &random)
      for _ in place..<before.count { _ = editor.press(.left) }
      _ = editor.press(.text(text))
      let whole = before.prefix(place) + text + before.dropFirst(place)
      let cursor = min((before.prefix(place) + text).count, whole.count)
      expect(editor.text.unicodeScalars.elementsEqual(whole.unicodeScalars))
      let window = { editor.window(width: 10_000) { _ in 1 } }
      expect(window().cursor, equals: cursor)
      _ = editor.press(.end)
      expect(window().cursor, equals: whole.count)
    }
  }

  @Test mutating func `a replaced text is edited at its end`() {
    editor.replace(with: "one")
    expect(type("!<enter>"), equals: [.submitted("one!")])
  }

  @Test(arguments: [
    ("abc", 10, "abc", 3), ("abcdefgh", 5, "efgh", 4), ("abcdefgh<home>", 5, "abcd", 0),
    ("abcdefgh<left><left>", 5, "cdef", 4), ("a<C-j>b", 10, "a⏎b", 3), ("🙂🙂🙂", 5, "🙂🙂", 4),
    ("", 2, "", 0),
  ])
  mutating func `the part around the cursor is shown`(
    typed: String, width: Int, shown: String, cursor: Int
  ) {
    _ = type(typed)
    let window = editor.window(width: width)
    expect(window.text, equals: shown)
    expect(window.cursor, equals: cursor)
  }

  @Test(arguments: [
    ("abc", 10, ["abc"], 0, 3), ("one two three", 9, ["one two ", "three"], 1, 5),
    ("one two three<home>", 9, ["one two ", "three"], 0, 0),
    ("abcdefgh", 5, ["abcd", "efgh"], 1, 4),
    ("a<C-j><C-j>b", 10, ["a", "", "b"], 2, 1), ("a<C-j>", 10, ["a", ""], 1, 0),
    ("", 5, [""], 0, 0),
    ("🙂🙂🙂", 5, ["🙂🙂", "🙂"], 1, 2), ("abcd efg", 5, ["abcd ", "efg"], 1, 3),
    ("abcd <left>", 5, ["abcd "], 0, 4), ("abcd ", 5, ["abcd "], 0, 4),
    ("🙂🙂", 2, ["🙂", "🙂"], 1, 1),
  ])
  mutating func `the whole text is laid out on lines`(
    typed: String, width: Int, texts: [String], row: Int, column: Int
  ) {
    _ = type(typed)
    let lines = editor.lines(width: width)
    expect(lines.texts, equals: texts)
    expect(lines.cursor == (row, column))
  }

  @Test mutating func `the cursor goes to the lines above and below`() {
    _ = type("one two three<C-j>4")
    let moved = { (rows: Int, editor: inout LineEditor) in editor.move(by: rows, width: 9) }
    let (below, above, higher, highest) = (
      moved(1, &editor), moved(-1, &editor), moved(-1, &editor), moved(-1, &editor)
    )
    expect((below, above, higher, highest) == (false, true, true, false))
    _ = editor.press(.text("!"))
    expect(editor.text, equals: "o!ne two three\n4")
    _ = editor.press(.end)
    _ = moved(-1, &editor)
    _ = editor.press(.text("?"))
    expect(editor.text, equals: "o!ne two t?hree\n4")
  }

  @Test mutating func `random texts are laid out as a whole, in the width`() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<300 {
      var editor = LineEditor()
      editor.replace(with: random.text())
      let width = Int.random(in: 3...12, using: &random)
      let (texts, cursor) = editor.lines(width: width) { _ in 1 }
      expect(cursor.row, equals: texts.count - 1)
      expect(texts.allSatisfy { $0.count <= width })
      let whole = editor.window(width: 100_000) { _ in 1 }.text
      expect(texts.joined(), equals: whole.replacing("⏎", with: ""))
    }
  }

  @Test mutating func `control characters in a replaced text do not control the terminal`() {
    editor.replace(with: "a\u{1B}[2Jb")
    expect(editor.window(width: 20).text, equals: "a\u{FFFD}[2Jb")
  }
}
