import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What the mouse does in procon-tui, at the smallest, the usual and a large size.
@Suite(.blocking) struct MouseTests {
  private static let sizes = [(40, 10), (80, 24), (98, 60)]

  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  @Test(arguments: sizes)
  func `a click selects an argument of either side, and the wheel the next one`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startBoard(in: .tmux(if: columns == 80), columns: columns, rows: rows)
    let isNarrow = columns < 60
    let (column, firstPro, firstCon) = isNarrow ? (0, 3, 6) : (columns / 2 + 10, 3, 3)
    try window.click(row: firstCon + 1, column: column)
    try window.wait(for: "con 2 · ")
    try window.turnWheel(isDown: true, row: firstCon, column: column)
    try window.wait(for: "con 3 · ")
    try window.turnWheel(isDown: true, row: firstPro, column: 3)
    try window.wait(for: "pro 2 · ")
    try window.turnWheel(isDown: false, row: firstPro, column: 3)
    try window.wait(for: "pro 1 · ")
    try window.click(row: firstPro + 1, column: 3)
    try window.wait(for: "pro 2 · ")
    // The heading is not an argument.
    try window.click(row: firstPro - 1, column: 3)
    try window.press("k")
    try window.wait(for: "pro 1 · ")
  }

  @Test(arguments: sizes)
  func `a click selects a row of a board that is scrolled`(columns: Int, rows: Int) throws {
    try one.addBoard(arguments: 80)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("G", "Enter")
    try window.wait { $0[0] == "Many" }
    try window.press("G")
    try window.wait(for: "pro 80 · ")
    try window.click(row: 3, column: 0)
    let top = try require(try window.lines()[3].split(separator: " ").dropFirst(3).first)
    try window.wait { $0.contains { $0.hasPrefix("pro \(top) · ") } }
    expect(top != "80")
    // The other side has stayed where it was.
    expect(try window.lines().contains { $0.contains("- con no. 1") })
  }

  @Test(arguments: sizes)
  func `a click selects a topic, and the wheel the next one`(columns: Int, rows: Int) throws {
    let peer = try one.daemon.connect()
    // Topics that are created in the same millisecond are in order of their names.
    for number in 12...80 {
      try peer.call("topics.create", #"{"title":"Topic no. \#(number)"}"#)
    }
    let window = try one.start(columns: columns, rows: rows)
    try window.wait(for: "Topics (70)")
    let expectSelected = { (title: String) in
      try window.wait("\(title) is selected") { _ in try window.selectedText() == title }
    }
    try window.click(row: 4, column: 2)
    try expectSelected("Topic no. 14")
    try window.turnWheel(isDown: true, row: 1, column: 2)
    try expectSelected("Topic no. 15")
    try window.turnWheel(isDown: false, row: 1, column: 2)
    try expectSelected("Topic no. 14")
    for number in 15...80 {
      try window.turnWheel(isDown: true, row: 1, column: 2)
      if number == 80 { try expectSelected("Topic no. 80") }
    }
    // The list is scrolled now.
    let first = try require(try window.lines()[1].wholeMatch(of: #/(Topic no. \d+) .*/#)?.1)
    expect(first != "Topic no. 12")
    try window.click(row: 1, column: 2)
    try expectSelected(String(first))
    try window.press("Enter")
    try window.wait { $0[0] == first }
  }

  @Test(arguments: sizes)
  func `a click on any line of a post selects it, and the wheel the next one`(
    columns: Int, rows: Int
  ) throws {
    try one.addPosts(20)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter", "o")
    try window.wait(for: "(20)")
    let titles = try window.lines().filter { $0.hasPrefix("Post ") }
    let expectSelected = { (title: String) in
      try window.wait("\(title) is selected") { _ in try window.selectedText() == title }
    }
    try expectSelected(titles[0])
    for row in 4...6 {
      try window.click(row: row, column: 1)
      try expectSelected(titles[1])
      try window.click(row: row - 3, column: 1)
      try expectSelected(titles[0])
    }
    try window.turnWheel(isDown: true, row: 1, column: 1)
    try expectSelected(titles[1])
    try window.turnWheel(isDown: false, row: 1, column: 1)
    try expectSelected(titles[0])
  }

  @Test(arguments: sizes)
  func `the wheel scrolls the help, and a click selects in the menu`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press(":")
    let expectSelected = { (words: String) in
      try window.wait("\(words) is selected") { _ in
        try window.selectedText()?.hasPrefix("\(words) ") == true
      }
    }
    try expectSelected("Add a pro")
    try window.turnWheel(isDown: true, row: 2, column: columns / 2)
    try expectSelected("Add a con")
    try window.turnWheel(isDown: false, row: 2, column: columns / 2)
    try expectSelected("Add a pro")
    // A click chooses.
    try window.click(row: 2, column: columns / 2)
    try window.wait(for: "Enter save")
    try window.press("Escape")
    try window.wait(for: "? keys")
    // So does one on the last line.
    try window.click(row: rows - 1, column: 0)
    try window.wait(for: "Search:")
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
    try window.press("?")
    try window.wait { $0[1].hasSuffix("add a pro") }
    try window.turnWheel(isDown: true, row: 3, column: 1)
    try window.wait { $0[1].hasSuffix("add a con") }
    try window.turnWheel(isDown: false, row: 3, column: 1)
    try window.wait { $0[1].hasSuffix("add a pro") }
    try window.click(row: 3, column: 1)
    try window.press("?")
    try window.wait(for: "👍 Pros (4)")
  }

  @Test(arguments: sizes)
  func `the wheel scrolls a post by a line, and a click leaves it as it is`(
    columns: Int, rows: Int
  ) throws {
    let content = (1...100).map { "line \($0)" }.joined(separator: "\\n")
    try one.daemon.connect().call(
      "topics.ai.posts.write", #"{"title":"Long","content":"\#(content)"}"#)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter", "o", "Enter")
    let expectSelected = { (line: Int) in
      try window.wait { $0.first { $0.hasPrefix("line ") } == "line \(line)" }
    }
    try expectSelected(1)
    try window.turnWheel(isDown: true, row: 4, column: 1)
    try expectSelected(2)
    try window.turnWheel(isDown: true, row: 4, column: 1)
    try expectSelected(3)
    try window.click(row: 4, column: 1)
    try window.turnWheel(isDown: false, row: 4, column: 1)
    try expectSelected(2)
  }

  @Test(arguments: WindowKind.allCases)
  func `the mouse works in the columns of a very wide terminal, too`(kind: WindowKind) throws {
    let peer = try one.daemon.connect()
    for text in ["Ask ada", "Ask bob", "Ask eve"] {
      try peer.call("topics.ai.todos.add", #"{"text":"\#(text)"}"#)
    }
    let window = try one.startBoard(in: kind, columns: 300, rows: 24)
    try window.wait { $0[0].contains("│ Todos (3)") }
    let expectSelected = { (words: String) in
      try window.wait("\(words) is selected") { _ in try window.selectedText() == words }
    }
    try window.click(row: 2, column: 290)
    try expectSelected("[ ] Ask bob")
    try window.turnWheel(isDown: true, row: 2, column: 299)
    try expectSelected("[ ] Ask eve")
    try window.press("C-t")
    try window.wait("the mouse is the terminal's") { _ in try !window.modes().reportsMouse }
    try window.press("C-t")
    try window.wait("the mouse is procon-tui's") { _ in try window.modes().reportsMouse }
    try window.click(row: 1, column: 290)
    try expectSelected("[ ] Ask ada")
    try window.press("q")
    try window.wait(for: "end 0")
    expect(try !window.modes().reportsMouse)
  }
}
