import SystemTestSupport
import Testing

@testable import Terminal

struct LineEditorTests {
  private var editor = LineEditor()

  /// Types a text, in which names of keys are in angle brackets.
  private mutating func type(_ text: String) -> [LineEditor.Event] {
    let keys = [
      "<enter>": "\r", "<esc>": "\u{1B}", "<back>": "\u{7F}", "<left>": "\u{1B}[D",
      "<right>": "\u{1B}[C", "<home>": "\u{1}", "<end>": "\u{5}", "<delete>": "\u{1B}[3~",
      "<C-d>": "\u{4}", "<C-u>": "\u{15}", "<C-k>": "\u{B}", "<C-w>": "\u{17}", "<C-j>": "\n",
      "<paste>": "\u{1B}[200~", "</paste>": "\u{1B}[201~", "<up>": "\u{1B}[A",
    ]
    let bytes = keys.reduce(text) { $0.replacing($1.key, with: $1.value) }
    return editor.type(Array(bytes.utf8))
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc<back>", "ab"), ("<back>a", "a"), ("ac<left>b", "abc"),
    ("bc<home>a<end>d", "abcd"), ("abc<left><left><delete>", "ac"), ("abc<C-u>d", "d"),
    ("abc<left><C-k>", "ab"), ("one two<C-w>", "one "), ("one two  <C-w><C-w>", ""),
    ("one  two<left><C-w>", "one  o"), ("ab<left><C-d>", "a"), ("ab<C-d>", "ab"),
    ("a<up>b", "ab"), ("<right><left>a", "a"), ("a<C-j>b", "a\nb"),
    ("<paste>a\rb\tc\u{1}</paste>d", "a\nb cd"), ("ä🙂<back>", "ä"), ("e\u{301}<back>x", "x"),
  ])
  mutating func `keys edit the text`(typed: String, text: String) {
    #expect(type(typed) == [])
    #expect(editor.text == text)
  }

  @Test mutating func `Enter submits the text, Escape drops it, Ctrl-D ends an empty line`() {
    #expect(type("one<enter>two<esc><C-d>") == [.submitted("one"), .cancelled, .ended])
    #expect(type("<enter>") == [.submitted("")])
    #expect(editor.text == "")
  }

  @Test mutating func `keys may arrive in any pieces`() {
    var events: [LineEditor.Event] = []
    // An escape character is followed by its sequence at once.
    for piece in [[0xC3], [0xA4], [0x1B, 0x5B], [0x44], [0x62], [0x0D]] as [[UInt8]] {
      events += editor.type(piece)
    }
    #expect(events == [.submitted("bä")])
  }

  @Test mutating func `Page Up and Page Down leave the line alone`() {
    #expect(
      editor.type(Array("a\u{1B}[5~b\u{1B}[6~".utf8)) == [.turned(.back), .turned(.forward)])
    #expect(editor.text == "ab")
  }

  @Test mutating func `bytes that are not UTF-8 are ignored`() {
    _ = editor.type([0x61, 0xFF, 0x62, 0x80, 0x63] as [UInt8])
    #expect(editor.text.hasPrefix("a"))
    #expect(!editor.text.contains("\u{FFFD}"))
  }

  @Test mutating func `a combining mark joins the character before the cursor`() {
    _ = type("ab<left>")
    _ = editor.type(Array("\u{301}c".utf8))
    #expect(editor.text == "a\u{301}cb")
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
      #expect(editor.text.unicodeScalars.elementsEqual(whole.unicodeScalars))
      let window = { editor.window(width: 10_000) { _ in 1 } }
      #expect(window().cursor == cursor)
      _ = editor.press(.end)
      #expect(window().cursor == whole.count)
    }
  }

  @Test mutating func `a replaced text is edited at its end`() {
    editor.replace(with: "one")
    #expect(type("!<enter>") == [.submitted("one!")])
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
    #expect(window.text == shown)
    #expect(window.cursor == cursor)
  }

  @Test mutating func `control characters in a replaced text do not control the terminal`() {
    editor.replace(with: "a\u{1B}[2Jb")
    #expect(editor.window(width: 20).text == "a\u{FFFD}[2Jb")
  }
}
