import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Texts whose widths or directions are not obvious, in procon-tui.
@Suite(.blocking) struct FullScreenWidthTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private static let texts = [
    // Han, Hangul, and halves of both widths.
    "人工知能は速い", "인공지능 빠르다", "ｱｲ ＡＩ",
    // One emoji, with a skin tone, several joined ones, a flag, a keycap, a sign as an emoji.
    "🚀 fast", "👍🏽 fine", "👨‍👩‍👧 family", "🇩🇪 flag", "1️⃣ one", "❤️ heart",
    // Marks that combine.
    "cafe\u{301} nai\u{308}ve", "กำลัง", "नमस्ते",
  ]

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `the cursor is right behind what is typed`(columns: Int, rows: Int) throws {
    let peer = try one.daemon.connect()
    let window = try one.startBoard(columns: columns, rows: rows)
    for (index, text) in Self.texts.enumerated() {
      try window.press("a")
      let mark = "<\(index)>"
      try window.type("\(text)\(mark)")
      try window.wait { $0.contains { $0.hasPrefix("+ ") && $0.contains(mark) } }
      let end = try require(try window.column(of: mark))
      expect(end > 2)
      try window.wait("the cursor is behind \(text)\(mark)") { _ in
        try window.cursorColumn() == end + mark.count
      }
      for _ in mark { try window.press("Left") }
      try window.wait("the cursor is behind \(text)") { _ in
        try window.cursorColumn() == end
      }
      try window.press("Enter")
      try window.wait(for: "pro \(5 + index) · ")
    }
    let items = try peer.value("topics.ai.pros.items").elements ?? []
    let texts = items.compactMap { $0["text"]?.string }
    expect(texts.dropFirst(4).elementsEqual(Self.texts.enumerated().map { "\($1)<\($0)>" }))
  }

  @Test(arguments: [(80, 24), (98, 60)])
  func `the column of the cons stays straight beside pros of all widths`(
    columns: Int, rows: Int
  ) throws {
    let peer = try one.daemon.connect()
    for text in Self.texts {
      try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
    }
    for number in 4...4 + Self.texts.count {
      try peer.call("topics.ai.cons.add", #"{"text":"<\#(number)>"}"#)
    }
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter")
    let last = "<\(4 + Self.texts.count)>"
    try window.wait(for: last)
    // Both sides are equally wide, with two columns between them.
    let start = try require(try window.column(of: "👎"))
    for number in 4...4 + Self.texts.count {
      let line = try require(try window.lines().first { $0.contains("<\(number)>") })
      expect(line.contains("- <\(number)>"))
      let column = try window.column(of: "<\(number)>")
      expect(column, equals: start + 2, "\(line)")
    }
    // Blanks follow emoji for which more room is kept.
    let lines = try window.lines().map { $0.filter { !$0.isWhitespace } }
    for text in Self.texts {
      let words = text.filter { !$0.isWhitespace }
      expect(lines.contains { $0.contains("+\(words)") }, "\(text)")
    }
  }

  @Test func `right-to-left text is in logical order`() throws {
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.pros.add", #"{"text":"שלום world مرحبا"}"#)
    let terminal = try PseudoTerminal()
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("שלום world مرحبا") }
    expect(!terminal.contains("\u{202E}"))
  }

  @Test(arguments: WindowKind.allCases)
  func `the cursor is set behind clusters of uncertain width`(in kind: WindowKind) throws {
    let window = try one.startBoard(in: kind)
    try window.press("a")
    try window.wait(for: "Enter save")
    let start = try window.cursorColumn()
    for (text, columns) in [("ab", 2), ("人工", 6), ("e\u{301}", 7)] {
      try window.type(text)
      try window.wait { _ in try window.cursorColumn() == start + columns }
    }
    // Room for the widest way to draw it.
    try window.type("👨‍👩‍👧x")
    try window.wait { $0.contains { $0.contains("x") } }
    try window.press("Left")
    try window.wait { _ in try window.cursorColumn() == start + 13 }
  }

  @Test func `a question hides clusters of uncertain width below it`() throws {
    let peer = try one.daemon.connect()
    // At 40 columns, the question about it takes three rows.
    let long = String(repeating: "x", count: 36)
    try peer.call("topics.ai.pros.add", #"{"text":"aaa \#(long)"}"#)
    try peer.call("topics.ai.cons.add", #"{"text":"👨‍👩‍👧 ❤️ family"}"#)
    let window = try one.start(columns: 40, rows: 10)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (5)")
    try window.press("G", "l", "G")
    try window.wait { $0[7].hasPrefix("- 👨‍👩‍👧") && $0[7].contains("❤️") }
    try window.press("h", "d")
    try window.wait { $0[9] == "[y/N]" }
    expect(try window.lines()[7], equals: #"Delete "aaa"#)
    try window.press("n")
    try window.wait { $0[7].hasPrefix("- 👨‍👩‍👧") && $0[7].contains("❤️") }
  }
}
