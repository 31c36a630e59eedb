import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// All that can be done, found by typing in procon-tui.
@Suite(.blocking) struct MenuTests {
  private static let sizes = [(40, 10), (80, 24), (200, 60)]

  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser(store: .sqlite)
    peer = try one.daemon.connect()
  }

  /// Opens the palette, and types what selects a command or the name of an intent.
  private func select(_ words: String, in window: any TerminalWindow) throws {
    try window.press(":")
    try window.wait(for: "Enter do it")
    try window.type(words)
    try window.wait("\(words) is selected") { _ in
      try window.selectedText()?.lowercased().contains(words.lowercased()) == true
    }
  }

  /// Fills the form of an intent that writes a post, and sends it.
  private func write(
    _ title: String, _ content: String, with intent: String, in window: any TerminalWindow
  ) throws {
    try select(intent, in: window)
    try window.press("Enter")
    for (name, text) in [("title", title), ("content", content)] {
      try window.wait(for: "\(name):")
      try window.type(text)
      try window.press("Enter")
    }
  }

  @Test(arguments: sizes)
  func `the history is a list by day, from which one goes to what was changed`(
    columns: Int, rows: Int
  ) throws {
    try peer.call("topics.ai.pros.add", #"{"text":"速い"}"#)
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (5)")
    try select("who has changed what", in: window)
    try window.press("Enter")
    try window.wait { lines in
      lines.contains { $0.hasSuffix("Today") } && lines.contains { $0.contains("added pro 5") }
    }
    // It follows what others change.
    try peer.call("topics.ai.cons.add", #"{"text":"Later"}"#)
    try window.wait { $0.contains { $0.contains("added con 4 \"Later\"") } }
    try window.press("g", "j", "Enter")
    try window.wait(for: "pro 5 · ")
  }

  @Test func `what was taken back is done again, and older changes from the history`() throws {
    let window = try one.startBoard(columns: 98)
    let weights = { try self.peer.value("topics.ai.pros.items").elements?.map { $0["weight"] } }
    try window.press("+")
    try window.wait(for: "pro 1 · ×2")
    try window.press("j", "+")
    try window.wait(for: "pro 2 · ×2")
    try window.press("u")
    try window.wait(for: "Taken back: changed pro 2")
    expect(try weights()?.prefix(2), equals: [2, 1])
    try window.press("U")
    try window.wait(for: "Done again: changed pro 2")
    expect(try weights()?.prefix(2), equals: [2, 2])
    try window.press("U")
    try window.wait(for: "you have undone nothing since your last change")
    try window.press("H")
    try window.wait(for: "History (4): ")
    try window.press("G")
    try window.wait("the oldest change is selected") { _ in
      try window.selectedText()?.contains("changed pro 1") == true
    }
    try window.press("u")
    try window.wait(for: "Taken back: changed pro 1")
    expect(try weights()?.prefix(2), equals: [1, 2])
    try window.press("u")
    try window.wait(for: "it is not yours, or has been undone already")
  }

  @Test(arguments: sizes)
  func `Esc leaves the palette, and shows the scene as it was`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("j")
    try window.wait(for: "pro 2 · ")
    try window.press(":")
    let expect = { (words: String) in
      try window.wait("\(words) is selected") { _ in
        try window.selectedText()?.hasPrefix(words) == true
      }
    }
    try expect("Add a pro")
    for (key, words) in [("Down", "Add a con"), ("C-n", "Edit the arg"), ("C-p", "Add a con")] {
      try window.press(key)
      try expect(words)
    }
    try window.press("Escape")
    try window.wait(for: "pro 2 · ")
  }

  @Test func `what is not possible now says why, and what was done last comes first`() throws {
    let window = try one.startBoard()
    try select("delete the option", in: window)
    try window.wait(for: "no option is shown")
    try window.press("Enter")
    try window.wait(for: "Not now: no option is shown.")
    try window.press("Escape")
    try window.wait(for: "? keys")
    try select("list the todos", in: window)
    try window.press("Enter")
    try window.wait(for: "no todos yet: n adds one")
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
    try window.press(":")
    try window.wait("the last one is selected") { _ in
      try window.selectedText()?.hasPrefix("List the todos") == true
    }
  }

  @Test func `a form shows all fields at once, and does not ask for what is selected`() throws {
    let window = try one.startBoard()
    try window.press("l", "j")
    try window.wait(for: "con 2 · ")
    try select("cons.change", in: window)
    try window.press("Enter")
    try window.wait { lines in
      ["text:", "weight:"].allSatisfy { label in lines.contains { $0.hasPrefix(label) } }
        && !lines.contains { $0.hasPrefix("id:") }
    }
    try window.press("Down", "Up")
    try window.type("Fewer jobs")
    try window.press("Tab", "Enter")
    try window.wait(for: "- Fewer jobs")
    try window.wait(for: "con 2 · ")
  }

  @Test func `what deletes is asked about, and a refusal keeps what was typed`() throws {
    let window = try one.startBoard()
    try select("posts.remove", in: window)
    try window.press("Enter")
    try window.wait(for: "id: ")
    try window.type("none")
    try window.press("Enter")
    try window.wait(for: "Are you sure you want to delete this post? [y/N]")
    try window.press("n")
    try window.wait { $0.last == "Enter save  Esc cancel  Ctrl-O editor" }
    try window.press("Enter")
    try window.wait(for: "[y/N]")
    try window.press("y")
    try window.wait(for: "there is no post none")
    try window.wait(for: "id: none")
    try one.discard(in: window)
    try window.wait(for: "👍 Pros (4)")
    try select("delete the argument", in: window)
    try window.press("Enter")
    try window.wait(for: "Delete \"Error reduction\"? [y/N]")
    try window.press("y")
    try window.wait(for: "👍 Pros (3)")
  }

  @Test(arguments: sizes)
  func `a refusal is shown at the field that it is about`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try write("  ", "人工 🚀", with: "posts.write", in: window)
    try window.wait(for: "title must not be empty")
    try window.wait(for: "title:")
    try window.type("Named")
    try window.press("Enter")
    try window.wait(for: "content: 人工 🚀")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    let posts = try peer.value("topics.ai.posts.items").elements
    expect(posts?.count, equals: 1)
  }

  @Test func `a draft is not left by its menu`() throws {
    let window = try one.startBoard()
    try window.press("o")
    try window.wait(for: "There are no posts yet.")
    try window.typeDraft()
    try select("quit", in: window)
    try window.press("Enter")
    try window.wait(for: "Leave without saving what you typed? [y/N]")
    try window.press("n")
    try window.wait(for: "Title: Trial")
    // What was saved is not kept once more.
    try select("save", in: window)
    try window.press("Enter")
    try window.wait { $0[1] == "Trial" && $0.last?.hasPrefix("? keys  q quit") == true }
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
  }

  @Test(arguments: ["dismiss", "cancel"])
  func `the menu asks before it leaves a draft`(intent: String) throws {
    let window = try one.startBoard()
    try window.press("o")
    try window.wait(for: "There are no posts yet.")
    try window.typeDraft()
    for answer in ["n", "y"] {
      try select(intent, in: window)
      try window.press("Enter")
      try window.wait { $0.last?.hasSuffix("what you typed? [y/N]") == true }
      try window.press(answer)
      if answer == "n" { try window.wait { $0.last?.hasPrefix("? keys") == true } }
    }
    try window.wait(for: "There are no posts yet.")
  }

  @Test func `a late answer leaves the form that was opened in the meantime`() throws {
    let window = try one.startBoard()
    try select("posts.refresh", in: window)
    try one.daemon.suspend()
    try window.press("Enter")
    try window.wait(for: "Waiting for the daemon")
    try window.press("Escape")
    try window.wait(for: "has not answered yet")
    try select("pros.add", in: window)
    try window.press("Enter")
    try window.wait(for: "text: ")
    try window.type("half a sen")
    one.daemon.process.signal(SIGCONT)
    try peer.call("topics.ai.cons.add", #"{"text":"Later"}"#)
    try window.wait { $0.last?.contains("added con 4") == true }
    try window.type("tence")
    try window.wait(for: "text: half a sentence")
    try one.discard(in: window)
    try window.wait(for: "👍 Pros (4)")
  }

  @Test func `a late answer does not cover what is being typed`() throws {
    let window = try one.start()
    try select("export", in: window)
    try window.press("Enter")
    try window.wait(for: "format:")
    try one.daemon.suspend()
    try window.press("Enter")
    try window.wait(for: "Waiting for the daemon")
    try window.press("Escape")
    try window.wait(for: "has not answered yet")
    try window.press("Escape")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
    try window.press("n")
    try window.type("half a ti")
    one.daemon.process.signal(SIGCONT)
    try peer.call("topics.ai.cons.add", #"{"text":"Later"}"#)
    try window.wait { $0[1].contains("4 cons") }
    try window.type("tle")
    try window.wait(for: "New topic: half a title")
  }

  @Test func `a long text in an answer is a page`() throws {
    let window = try one.start()
    try select("export", in: window)
    try window.press("Enter")
    try window.wait(for: "format:")
    try window.type("markdown")
    try window.press("Enter")
    try window.wait { $0[0] == "{" && $0.joined().contains("Error reduction") }
    try window.press("Escape")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
  }

  @Test func `what the user adds in the menu does not light up`() throws {
    let window = try one.startBoard()
    try window.press("o")
    try window.wait(for: "There are no posts yet.")
    try write("Mine", "Text", with: "write", in: window)
    try window.wait { $0[1] == "Mine" }
    // The colour of news.
    expect(try !window.styledLines().contains { $0.contains("38;5;130") })
  }

  @Test func `all texts of a form are kept when its topic is deleted`() throws {
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    let window = try one.startBoard()
    try write(" ", "Content", with: "posts.write", in: window)
    try window.wait(for: "title must not be empty")
    try window.type("Title")
    try window.press("Enter")
    try window.wait(for: "content: Content")
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    expect(try window.keptText(), equals: " Title\nContent")
  }

  @Test func `a topic that somebody else deletes closes its menu, and keeps what was typed`() throws
  {
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    let window = try one.startBoard()
    try select("pros.add", in: window)
    try window.press("Enter")
    try window.wait(for: "text: ")
    try window.type("Mine")
    try window.wait(for: "text: Mine")
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    try window.wait { $0.joined().contains("What you were editing no longer exists") }
    expect(try window.keptText(), equals: "Mine")
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
  }
}
