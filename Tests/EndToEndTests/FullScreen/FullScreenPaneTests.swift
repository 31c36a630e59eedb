import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What is beside a board where there is room, and the user's settings.
@Suite(.blocking) struct FullScreenPaneTests {
  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser(store: .sqlite)
    peer = try one.daemon.connect()
    try peer.call("topics.create", #"{"title":"Tea"}"#)
  }

  @Test func `topics, a board and a list are beside each other, and keys go from one to another`()
    throws
  {
    try peer.call("topics.ai.todos.add", #"{"text":"Ask ada"}"#)
    let window = try one.startBoard(in: .tmux, columns: 170, rows: 30)
    try window.wait {
      $0[0].hasPrefix("Topics (2)") && $0[0].contains("│ Artificial Intelligence")
        && $0[0].contains("│ Todos (1)") && $0.contains { $0.contains("│ [ ] Ask ada") }
    }
    // The list, the topics and the sides again.
    let expect = { (words: String) in
      try window.wait("\(words) is selected") { _ in
        try window.selectedText()?.hasPrefix(words) == true
      }
    }
    try expect("+ Error")
    try window.press("Tab")
    try expect("- High cost")
    try window.press("Tab")
    try expect("[ ] Ask ada")
    try window.press("Space")
    try window.wait(for: "[x] Ask ada")
    try window.press("Tab")
    try expect("▸ Artificial")
    try window.press("j", "Enter")
    try window.wait {
      $0[0].contains("│ Tea") && $0.contains { $0.contains("no cons yet: A adds one") }
    }
    try window.press("1", "k", "Enter")
    try window.wait { $0[0].contains("│ Artificial Intelligence") }
    try window.press("3", "z")
    try window.wait { $0[0].contains("Todos (0/1): Artificial Intelligence") }
    try window.press("z", "2")
    try expect("+ Error")
    // Only one of them has room then.
    try window.resize(columns: 80, rows: 24)
    try window.wait { $0[0] == "Artificial Intelligence" }
    try window.press("Escape")
    try window.wait { $0[0].hasPrefix("Topics (2) by created") }
  }

  @Test func `what is typed beside a board is about the topics`() throws {
    let window = try one.startBoard(columns: 120, rows: 30)
    try window.press("1", "n")
    try window.type("Milk")
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Topics (3)") && $0.contains { $0.hasPrefix("  Milk") } }
    try window.press("/")
    try window.type("te")
    try window.wait { $0[0].hasPrefix("Topics (2/3)") }
    try window.press("Escape")
    try window.wait(for: "? keys")
    try window.press("2", "a")
    try window.type("Always awake")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (5)")
  }

  @Test(arguments: [("tea", "Tea"), ("Artificial intelligence", "Artificial"), ("a", "Artificial")])
  func `a topic on the command line is opened`(name: String, title: String) throws {
    let window = try WindowKind.virtual.window(
      one.user, "procon-tui '\(name)' --socket \(one.daemon.socket)")
    try window.wait { $0[0].hasPrefix(title) && $0.contains { $0.contains("Pros (") } }
    // The list remembers what was opened last.
    try window.press("Escape")
    try window.wait { $0[0].hasPrefix("Topics (2)") }
    try window.press("s")
    try window.wait { $0[0].contains("by title") }
    try window.press("q")
    let again = try one.start()
    try again.wait { $0[0].contains("by title") }
    try again.wait("it is selected") { _ in
      try again.selectedText()?.hasPrefix(title) == true
    }
  }

  @Test func `a topic that there is not is reported before anything is drawn`() throws {
    let window = try WindowKind.virtual.window(
      one.user, "procon-tui nope --socket \(one.daemon.socket); echo end $?")
    try window.wait(for: "end 4")
    expect(try window.lines()[0].contains("nope"))
  }

  @Test func `a double click opens, beside a board, too`() throws {
    let window = try one.startBoard(columns: 120, rows: 30)
    try window.click(row: 2, column: 5)
    try window.click(row: 2, column: 5)
    try window.wait { $0[0].contains("│ Tea") }
    try window.click(row: 1, column: 5)
    try window.click(row: 1, column: 5)
    try window.wait { $0[0].contains("│ Artificial") }
    try window.click(row: 4, column: 50)
    try window.wait(for: "pro 2 · ")
    try window.click(row: 4, column: 50)
    try window.wait(for: "Enter save")
  }

  @Test func `an argument is dragged to another place, and to the other side`() throws {
    let window = try one.startBoard()
    let labels = { (side: String) in
      try peer.value("topics.ai.\(side).items").elements?.compactMap { $0["text"]?.string } ?? []
    }
    // Behind the third one, and before it again.
    try window.drag(from: (3, 4), to: (5, 4))
    try waitUntil("it is the third") { try labels("pros").firstIndex(of: "Error reduction") == 2 }
    try window.wait { $0[5].hasPrefix("+ Error") }
    try window.drag(from: (5, 4), to: (4, 4))
    try waitUntil("it is the second") { try labels("pros").firstIndex(of: "Error reduction") == 1 }
    try window.wait { $0[4].hasPrefix("+ Error") }
    try window.drag(from: (4, 4), to: (3, 50))
    try waitUntil("it is the first con") { try labels("cons").first == "Error reduction" }
    try window.wait(for: "👍 Pros (3)")
    // Below the last one is the end.
    try window.drag(from: (3, 50), to: (12, 4))
    try waitUntil("it is the last pro") { try labels("pros").last == "Error reduction" }
  }

  @Test func `settings are used when they are saved, and a mistake is reported`() throws {
    let directory = one.user.directory.file("home/.config/procon")
    mkdir(one.user.directory.file("home/.config"), 0o700)
    mkdir(directory, 0o700)
    try write(#"{"panes": false, "keys": {"addPro": "P"}}"#, to: "\(directory)/tui.json")
    let window = try one.start(columns: 120, rows: 30)
    try window.press("Enter")
    try window.wait { $0[0] == "Artificial Intelligence" && $0.last?.contains("P pro") == true }
    try window.press("P")
    try window.type("Awake")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (5)")
    try write("{\n\"mouse\": 1}", to: "\(directory)/tui.json")
    try window.wait { $0.joined().contains(#"tui.json:2: "mouse" must be true or false"#) }
    try window.wait { $0.contains { $0.contains("pro 5 · ") && $0.contains("just now") } }
    try write(#"{"panes": false, "dates": "absolute"}"#, to: "\(directory)/tui.json")
    try window.wait {
      $0.contains { $0.contains(#/pro 5 · .* · \d{4}-\d\d-\d\d \d\d:\d\d/#) }
    }
    try write(#"{"mouse": false}"#, to: "\(directory)/tui.json")
    try window.wait { $0[0].contains("│ Artificial Intelligence") }
    try window.wait("the mouse is the terminal's") { _ in try !window.modes().reportsMouse }
    try window.press("C-t")
    try window.wait(for: "The mouse is procon-tui's.")
    try window.wait("the mouse is procon-tui's") { _ in try window.modes().reportsMouse }
  }
}
