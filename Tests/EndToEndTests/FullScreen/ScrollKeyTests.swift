import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Every key of procon-tui that scrolls, at the smallest, the usual and a large size.
@Suite(.blocking) struct ScrollKeyTests {
  private static let sizes = [(40, 10), (80, 24), (98, 60)]

  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  // MARK: A board

  /// A board with 150 arguments on each side.
  private func startBoard(columns: Int, rows: Int) throws -> any TerminalWindow {
    try one.addBoard(arguments: 150)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("G", "Enter")
    try window.wait { $0[0] == "Many" && $0.contains { $0.hasPrefix("👍 Pros (150)") } }
    return window
  }

  /// The numbers of the visible arguments of a side.
  private func numbers(_ side: String, in lines: [String]) -> [Int] {
    lines.compactMap { line in
      line.firstRange(of: "\(side) no. ").flatMap { range in
        Int(line[range.upperBound...].prefix(while: \.isNumber))
      }
    }
  }

  @Test(arguments: sizes, ["pro", "con"])
  func `each key of a board moves the selection by a row, a page or to the end`(
    size: (columns: Int, rows: Int), side: String
  ) throws {
    let window = try startBoard(columns: size.columns, rows: size.rows)
    if side == "con" { try window.press("Tab") }
    try window.wait { $0.contains { $0.hasPrefix("\(side) 1 · ") } }
    // One row of the previous page stays visible.
    let page = max(1, numbers(side, in: try window.lines()).count - 1)
    let other = side == "pro" ? "con" : "pro"
    let others = numbers(other, in: try window.lines())
    expect(!others.isEmpty)
    for (key, selected) in [
      ("j", 2), ("Down", 3), ("k", 2), ("Up", 1), ("PageUp", 1), ("C-f", 1 + page),
      ("PageDown", 1 + 2 * page), ("C-b", 1 + page), ("PageUp", 1), ("G", 150), ("C-f", 150),
      ("C-b", 150 - page), ("End", 150), ("g", 1), ("PageDown", 1 + page), ("Home", 1),
    ] {
      try window.press(key)
      try window.wait("\(key) selects \(selected)") { lines in
        lines.contains { $0.hasPrefix("\(side) \(selected) · ") }
          && numbers(side, in: lines).contains(selected)
      }
    }
    expect(numbers(other, in: try window.lines()), equals: others)
  }

  // MARK: Posts

  @Test(arguments: sizes)
  func `each key of posts moves the selection by a post, a page or to the end`(
    columns: Int, rows: Int
  ) throws {
    try one.addPosts(50)
    let peer = try one.daemon.connect()
    let titles = try require(try peer.value("topics.ai.posts.items").elements)
      .compactMap { $0["title"]?.string }
    expect(titles.count, equals: 50)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter", "o")
    try window.wait(for: "(50)")
    // The posts that are visible as a whole, three lines each.
    let page = (rows - 2) / 3
    for (key, index) in [
      ("j", 1), ("Down", 2), ("k", 1), ("Up", 0), ("PageUp", 0), ("C-f", page),
      ("PageDown", 2 * page), ("C-b", page), ("PageUp", 0), ("G", 49), ("C-f", 49),
      ("C-b", 49 - page), ("End", 49), ("g", 0), ("PageDown", page), ("Home", 0),
    ] {
      try window.press(key)
      try window.wait("\(key) selects \(titles[index])") { _ in
        try window.selectedText() == titles[index]
      }
    }
  }

  // MARK: Texts

  /// Presses each key that scrolls a text of 300 numbered lines, and checks which ones are visible.
  private func scroll(_ window: any TerminalWindow) throws {
    let visible = { (lines: [String]) in
      lines.filter { $0.hasPrefix("line ") }.compactMap { Int($0.dropFirst(5)) }
    }
    try window.wait { visible($0).first == 1 }
    let room = visible(try window.lines()).count
    let (page, last) = (room - 1, 301 - room)
    for (key, first) in [
      ("j", 2), ("Down", 3), ("k", 2), ("Up", 1), ("PageUp", 1), ("C-f", 1 + page),
      ("Space", 1 + 2 * page), ("PageDown", 1 + 3 * page), ("C-b", 1 + 2 * page),
      ("PageUp", 1 + page), ("G", last), ("Space", last), ("C-b", last - page), ("End", last),
      ("g", 1), ("Space", 1 + page), ("Home", 1),
    ] {
      try window.press(key)
      try window.wait("\(key) scrolls to line \(first)") {
        visible($0) == Array(first..<first + room)
      }
    }
  }

  private static let content = (1...300).map { "line \($0)" }.joined(separator: "\\n")

  @Test(arguments: sizes)
  func `each key of a post scrolls by a line, a page or to the end`(
    columns: Int, rows: Int
  ) throws {
    try one.daemon.connect().call(
      "topics.ai.posts.write", #"{"title":"Long","content":"\#(Self.content)"}"#)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter", "o", "Enter")
    try window.wait { $0[0] == "Long" }
    try scroll(window)
    try window.press("e")
    try window.wait(for: "being edited")
    try scroll(window)
  }

  @Test(arguments: sizes)
  func `each key of a draft scrolls by a line, a page or to the end`(
    columns: Int, rows: Int
  ) throws {
    let editor = one.user.directory.file("editor")
    try write("#!/bin/sh\nseq -f 'line %g' 300 | head -c -1 > \"$1\"\n", to: editor)
    let window = try one.start(
      columns: columns, rows: rows, environment: ["EDITOR": "sh \(editor)"])
    try window.press("Enter", "o", "n")
    try window.wait(for: "cannot be saved yet")
    try window.press("E")
    try scroll(window)
  }
}
