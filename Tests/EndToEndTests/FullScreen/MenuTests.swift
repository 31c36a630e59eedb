import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// All that can be done, as a menu of procon-tui.
@Suite(.blocking) struct MenuTests {
  private static let sizes = [(40, 10), (80, 24), (200, 60)]

  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser(store: .sqlite)
    peer = try one.daemon.connect()
  }

  /// Opens the menu, and selects an intent.
  private func select(_ intent: String, in window: any TerminalWindow) throws {
    let scene = try window.lines()
    try window.press(":")
    try window.wait { $0 != scene && $0[1].isEmpty }
    for _ in 0..<60 {
      if try window.selectedText()?.hasPrefix("\(intent) ") == true { return }
      let before = try window.selectedText()
      try window.press("j")
      try window.wait("the next one is selected") { _ in try window.selectedText() != before }
    }
    throw DeadlinePassed(soFar: "\(intent) is not in the menu")
  }

  /// Fills the form of an intent that writes a post, and sends it.
  private func write(
    _ title: String, _ content: String, with intent: String, in window: any TerminalWindow
  ) throws {
    try select(intent, in: window)
    try window.press("Enter")
    for (name, text) in [("title", title), ("content", content)] {
      try window.wait { $0.contains { $0.hasPrefix("\(name):") } }
      try window.type(text)
      try window.press("Enter")
    }
  }

  @Test(arguments: sizes)
  func `the history of the selected topic is a page, until a key closes it`(
    columns: Int, rows: Int
  ) throws {
    try peer.call("topics.ai.pros.add", #"{"text":"速い"}"#)
    let window = try one.start(columns: columns, rows: rows)
    try select("history", in: window)
    try window.press("Enter")
    try window.wait(for: "id: ai")
    // Further parameters may be left out.
    for name in ["before:", "limit:"] {
      try window.press("Enter")
      try window.wait { $0.contains { $0.hasPrefix(name) } }
    }
    try window.press("Enter")
    try window.wait { $0.contains { $0.contains("\"items\": [") } }
    if rows == 10 { try window.press("C-f") }
    try window.wait { $0.contains { $0.contains("added pro 5") } }
    try window.press("Escape")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
  }

  @Test(arguments: sizes)
  func `Esc leaves the menu, and opens the scene as it was`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("j")
    try window.wait(for: "pro 2 · ")
    try window.press(":")
    try window.wait(for: "pros.fetch")
    for key in ["G", "Home", "C-f", "PageUp", "End", "k", "Up", "g", "Down"] {
      try window.press(key)
    }
    try window.wait("the second one is selected") { _ in
      try window.selectedText()?.hasPrefix("pros.add ") == true
    }
    try window.press("Escape")
    try window.wait(for: "pro 2 · ")
  }

  @Test func `an intent begins with what is selected, and closes the menu`() throws {
    let window = try one.startBoard()
    try window.press("l", "j")
    try window.wait(for: "con 2 · ")
    try select("cons.change", in: window)
    try window.press("Right")
    try window.wait(for: "id: 2")
    try window.press("Enter")
    try window.type("Fewer jobs")
    try window.press("Enter")
    while try !window.lines().contains(where: { $0.contains("- Fewer jobs") }) {
      try window.press("Enter")
    }
    try window.wait(for: "con 2 · ")
  }

  @Test func `what deletes is asked about, and a refusal keeps what was typed`() throws {
    let window = try one.startBoard()
    try select("posts.remove", in: window)
    try window.press("Enter")
    try window.wait(for: "id: ")
    try window.type("none")
    try window.press("Enter")
    try window.wait(for: "ifUpdated:")
    try window.type("2026-11-23T10:00:00.000Z")
    try window.press("Enter")
    try window.wait(for: "Are you sure you want to delete this post? [y/N]")
    try window.press("n")
    try window.wait { $0.last == "Enter save  Esc cancel" }
    try window.wait(for: "ifUpdated: 2026-11-23")
    try window.press("Enter")
    try window.wait(for: "[y/N]")
    try window.press("y")
    try window.wait(for: "there is no post none")
    try window.wait(for: "ifUpdated: 2026-11-23")
    try window.press("Escape", "Escape")
    try window.wait(for: "Pros (4)")
    try select("pros.remove", in: window)
    try window.press("Enter")
    try window.wait(for: "id: 1")
    try window.press("Enter", "Enter")
    try window.wait(for: "Pros (3)")
  }

  @Test(arguments: sizes)
  func `a refusal is shown at the field that it is about`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try write("  ", "人工 🚀", with: "posts.write", in: window)
    try window.wait(for: "title must not be empty")
    try window.wait { $0.contains { $0.hasPrefix("title:") } }
    try window.type("Named")
    try window.press("Enter")
    try window.wait(for: "content: 人工 🚀")
    try window.press("Enter")
    try window.wait(for: "Pros (4)")
    let posts = try peer.value("topics.ai.posts.items").elements
    #expect(posts?.count == 1)
  }

  @Test func `a draft is not left by its menu`() throws {
    let window = try one.startBoard()
    try window.press("o")
    try window.wait(for: "There are no posts yet.")
    try window.typeDraft()
    try window.press(":")
    try window.wait(for: "toTopics")
    try window.press("q")
    try window.wait(for: "Leave without saving what you typed? [y/N]")
    try window.press("n", "Escape")
    try window.wait(for: "Title: Trial")
    // What was saved is not kept once more.
    try select("save", in: window)
    try window.press("Enter")
    try window.wait { $0[1] == "Trial" && $0.last == "? keys  q quit" }
    try window.press("Escape")
    try window.wait(for: "Pros (4)")
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
      if answer == "y" { break }
      try window.press("Escape")
      try window.wait(for: "Title: Trial")
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
    try window.press("g", "j", "Enter")
    try window.wait(for: "text: ")
    try window.type("half a sen")
    one.daemon.process.signal(SIGCONT)
    try peer.call("topics.ai.cons.add", #"{"text":"Later"}"#)
    try window.wait { $0.last?.contains("added con 4") == true }
    try window.type("tence")
    try window.wait(for: "text: half a sentence")
    try window.press("Escape", "Escape")
    try window.wait(for: "Pros (4)")
  }

  @Test func `a late answer does not cover what is being typed`() throws {
    let window = try one.start()
    try select("export", in: window)
    try window.press("Enter", "Enter")
    try window.wait(for: "format:")
    try one.daemon.suspend()
    try window.press("Enter")
    try window.wait(for: "Waiting for the daemon")
    try window.press("Escape")
    try window.wait(for: "has not answered yet")
    try window.press("Escape")
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
    try window.press("Enter", "Enter")
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
    #expect(try !window.styledLines().contains { $0.contains("38;5;130") })
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
    #expect(try window.keptText() == " Title\nContent")
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
    #expect(try window.keptText() == "Mine")
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
  }
}
