import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What the keys of a board do in procon-tui.
@Suite(.blocking) struct BoardKeyTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser(store: .sqlite)
  }

  @Test func `j, k and the arrows select, Tab, h and l change the side`() throws {
    let window = try one.startBoard()
    try window.wait(for: "pro 1 · ")
    for (key, status) in [
      ("j", "pro 2"), ("Down", "pro 3"), ("k", "pro 2"), ("Up", "pro 1"), ("G", "pro 4"),
      ("g", "pro 1"), ("Tab", "con 1"), ("End", "con 3"), ("h", "pro 1"), ("l", "con 3"),
      ("Left", "pro 1"), ("Right", "con 3"), ("Home", "con 1"),
    ] {
      try window.press(key)
      try window.wait(for: "\(status) · ")
    }
  }

  @Test func `a and A add, and the new argument is selected`() throws {
    let window = try one.startBoard()
    try window.press("a")
    try window.type("速い 🚀 cafe\u{301}")
    try window.press("Enter")
    try window.wait(for: "+ 速い 🚀 cafe\u{301}")
    try window.wait(for: "pro 5 · ")
    try window.press("A")
    try window.wait(for: "Enter save  Esc cancel")
    try window.type("never mind")
    // Any other key leaves it as it was.
    try window.press("Escape")
    try window.wait(for: "Discard what you typed? [y/N]")
    try window.press("n")
    try window.wait(for: "Enter save  Esc cancel")
    try one.discard(in: window)
    try window.wait(for: "? keys")
    expect(try !window.lines().contains { $0.contains("never mind") })
    try window.press("A")
    try window.type("Too fast")
    try window.press("Enter")
    try window.wait(for: "con 4 · ")
    expect(try window.lines()[2].hasSuffix("👎 Cons (4)"))
  }

  @Test func `a long text is edited on several lines`() throws {
    let window = try one.startBoard(columns: 60, rows: 24)
    try window.press("e")
    try window.press("C-a", "C-k")
    try window.type("one two three four five six seven eight nine ten")
    try window.wait { lines in
      lines[3].hasPrefix("+ one two three four five ") && lines[4].hasPrefix("  six seven")
    }
    try window.press("Up")
    try window.type("X")
    try window.press("Enter")
    let peer = try one.daemon.connect()
    let texts = { try peer.value("topics.ai.pros.items").elements?.map { $0["text"]?.string } }
    try waitUntil("it is saved") {
      try texts()?.first == "one two three four fiveX six seven eight nine ten"
    }
  }

  @Test func `Ctrl-O takes the text of any field to the editor, and E that of a todo`() throws {
    let editor = one.user.directory.file("editor")
    try write("#!/bin/sh\nprintf ' and\\nmore\\n' >> \"$1\"\n", to: editor)
    let environment = ["EDITOR": "sh \(editor)", "VISUAL": "sh \(editor)"]
    let window = try one.startBoard(columns: 60, environment: environment)
    try window.press("a")
    try window.type("Fast")
    try window.press("C-o")
    try window.wait(for: "+ Fast and more")
    try window.wait(for: "Line breaks became spaces.")
    try window.press("Enter")
    try window.wait(for: "pro 5 · ")
    try window.press("t", "n")
    try window.type("Try")
    try window.press("C-o")
    try window.wait { $0.contains { $0.hasPrefix("text: Try and more") } }
    try window.press("Enter", "Enter", "Enter")
    try window.wait(for: "Todos (1)")
    try window.press("E")
    try window.wait { $0.contains { $0.hasPrefix("text: Try and more and more") } }
    try window.press("Enter")
    let peer = try one.daemon.connect()
    try waitUntil("it is saved") {
      try peer.value("topics.ai.todos.items").elements?.first?["text"]?.string
        == "Try and more and more"
    }
  }

  @Test func `e edits in place, with the keys of a line`() throws {
    let window = try one.startBoard()
    try window.press("e")
    try window.press("C-a", "C-k")
    try window.type("no errors")
    try window.press("C-a", "Delete")
    try window.type("N")
    try window.wait { $0[3].hasPrefix("+ No errors ") }
    try window.press("Enter")
    try window.wait(for: "? keys")
    expect(try window.lines()[3].hasPrefix("+ No errors "))
  }

  @Test func `plus and minus change the weight, and a refusal is shown`() throws {
    let window = try one.startBoard()
    for weight in 2...5 {
      try window.press("+")
      try window.wait(for: "+ Error reduction ×\(weight)")
    }
    try window.press("+")
    try window.wait(for: "weight must be from 1 to 5")
    try window.press("-")
    try window.wait(for: "+ Error reduction ×4")
    expect(try window.lines().last?.hasPrefix("? keys  q quit"), equals: true)
  }

  @Test func `a weight is shown where the text leaves no room for it`() throws {
    let text = String(repeating: "long ", count: 12) + "text"
    let window = try one.startBoard(columns: 40, rows: 10)
    try window.press("a")
    try window.type(text)
    try window.press("Enter")
    try window.wait(for: "pro 5 · ")
    try window.press("+")
    try window.wait(for: "pro 5 · ×2 · ")
    expect(try !window.lines().contains { $0.hasPrefix("+ long") && $0.contains("×") })
  }

  @Test func `J and K move an argument, m moves it to the other side`() throws {
    let window = try one.startBoard()
    try window.press("J")
    try window.wait { $0[4].hasPrefix("+ Error reduction") }
    try window.press("G", "K")
    try window.wait { $0[5].hasPrefix("+ No breaks") }
    try window.wait(for: "pro 4 · ")
    try window.press("m")
    try window.wait { $0[6].hasSuffix("- No breaks") && $0[2].hasPrefix("👍 Pros (3)") }
    try window.wait(for: "con 4 · ")
  }

  @Test func `d asks before it deletes, and u takes that back`() throws {
    let window = try one.startBoard()
    try window.press("d")
    try window.wait(for: "Delete \"Error reduction\"? [y/N]")
    try window.press("n")
    try window.wait(for: "? keys")
    try window.press("d", "y")
    try window.wait(for: "👍 Pros (3)")
    try window.press("u")
    try window.wait(for: "👍 Pros (4)")
    try window.wait(for: "+ Error reduction")
    try window.press("u")
    try window.wait {
      $0.last?.contains("nothing") == true || $0.last?.contains("no change") == true
    }
  }

  @Test func `y copies the board as Markdown`() throws {
    let window = try one.startBoard()
    try window.press("y")
    try window.wait(for: "Copied.")
    expect(try window.copied().hasPrefix("# Artificial Intelligence "))
    expect(try window.copied().contains("- No breaks"))
  }

  @Test func `Space unfolds a long argument, and folds it again`() throws {
    let peer = try one.daemon.connect()
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let window = try one.start()
    try peer.call("topics.ai.pros.add", #"{"text":"\#(words) end"}"#)
    try window.press("Enter")
    // Where there is room for all, all are shown as a whole.
    try window.wait { $0.contains { $0.hasPrefix("  ") && $0.contains("word end") } }
    for number in 1...4 {
      try peer.call("topics.ai.pros.add", #"{"text":"\#(words) end \#(number)"}"#)
    }
    try window.wait { lines in
      lines.contains { $0.contains("Pros (9)") } && !lines.contains { $0.contains("end") }
    }
    try window.press("G", "Space")
    try window.wait { $0.contains { $0.hasPrefix("  ") && $0.contains("word end 4") } }
    try window.press("Space")
    try window.wait { !$0.contains { $0.contains("end") } }
  }

  @Test(arguments: [(80, 24), (40, 10)])
  func `each side scrolls by itself, and both stay visible`(columns: Int, rows: Int) throws {
    let peer = try one.daemon.connect()
    for number in 1...40 {
      try peer.call("topics.ai.pros.add", #"{"text":"pro no. \#(number)"}"#)
      try peer.call("topics.ai.cons.add", #"{"text":"con no. \#(number)"}"#)
    }
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (44)")
    try window.press("G")
    try window.wait(for: "+ pro no. 40")
    expect(try window.lines().contains { $0.contains("- High cost") })
    try window.press("Tab", "PageDown", "PageDown", "PageUp", "G")
    try window.wait(for: "- con no. 40")
    expect(try window.lines().contains { $0.contains("+ pro no. 40") })
    expect(try !window.lines().contains { $0.contains("- High cost") })
  }

  @Test func `pasted text runs no commands`() throws {
    let window = try one.startBoard()
    try window.paste("dyq\nA")
    try window.press("j")
    try window.wait(for: "pro 2 · ")
    expect(try window.lines()[2].hasPrefix("👍 Pros (4)"))
    try window.press("a")
    try window.paste("one\ntwo\tthree")
    try window.wait(for: "+ one two three")
    try window.wait(for: "Line breaks became spaces.")
  }

  @Test func `a question mark shows the keys`() throws {
    let window = try one.startBoard(columns: 40, rows: 10)
    try window.press("?")
    try window.wait(for: "add a pro")
    expect(try !window.lines().contains { $0.contains("draw the screen again") })
    try window.wait { $0.contains { $0.hasSuffix(" …") } }
    for _ in 1...160 { try window.press("Down") }
    try window.wait(for: "go to another line or field")
    // It does not scroll beyond its end.
    try window.press("Up")
    try window.wait { !$0.contains { $0.contains("go to another line or field") } }
    try window.press("PageUp", "PageUp")
    try window.wait(for: "draw the screen again")
    try window.press("Home")
    try window.wait(for: "add a pro")
    // What is typed searches.
    try window.type("menu")
    try window.wait(for: "No key does that.")
    try window.press("BSpace", "BSpace", "BSpace", "BSpace")
    try window.type("WEIGHT")
    try window.wait {
      $0.contains { $0.contains("more weight") } && !$0.joined().contains("add a pro")
    }
    try window.press("?")
    try window.wait(for: "👍 Pros (4)")
  }
}
