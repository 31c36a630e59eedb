import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Posts that are older than those that the daemon shows by itself, in procon-tui.
@Suite(.blocking) struct OlderPostsTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
    try one.addPosts(120)
  }

  private func start(columns: Int = 80, rows: Int = 24) throws -> any TerminalWindow {
    let window = try one.start(columns: columns, rows: rows)
    try window.press("Enter", "o")
    try window.wait(for: "(50)")
    return window
  }

  private func expectSelection(of post: Int, in window: any TerminalWindow) throws {
    try window.wait("post \(post) is selected") { _ in
      try window.selectedText() == "Post \(post)"
    }
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `G goes to the first post of all, which can be read`(columns: Int, rows: Int) throws {
    let window = try start(columns: columns, rows: rows)
    try window.press("G")
    try window.wait(for: "(120)")
    try expectSelection(of: 1, in: window)
    try window.press("k")
    try expectSelection(of: 2, in: window)
    try window.press("Enter")
    try window.wait { $0[0] == "Post 2" && $0.contains("Text") }
    try window.press("Escape")
    try expectSelection(of: 2, in: window)
    try window.press("g")
    try expectSelection(of: 120, in: window)
  }

  @Test func `below the last post, j and the wheel get the next page`() throws {
    let window = try start()
    for _ in 1...49 { try window.press("j") }
    try expectSelection(of: 71, in: window)
    try window.press("j")
    try expectSelection(of: 70, in: window)
    try window.wait(for: "(100)")
    for _ in 1...30 { try window.press("j") }
    try expectSelection(of: 40, in: window)
    for _ in 1...19 { try window.turnWheel(isDown: true, row: 3, column: 1) }
    try expectSelection(of: 21, in: window)
    try window.turnWheel(isDown: true, row: 3, column: 1)
    try expectSelection(of: 20, in: window)
    try window.wait(for: "(120)")
  }

  @Test func `what others delete among older posts is gone when the list is opened again`() throws {
    let window = try start()
    try window.press("G")
    try window.wait(for: "(120)")
    try window.press("k", "k")
    try expectSelection(of: 3, in: window)
    let peer = try one.daemon.connect()
    var ids: [String] = []
    while ids.count < 120 {
      let before = ids.last.map { #"{"before":"\#($0)"}"# } ?? "{}"
      let page = try peer.call("topics.ai.posts.page", before)["result", "items"]?.elements ?? []
      ids += page.compactMap { $0["id"]?.string }
    }
    try peer.call("topics.ai.posts.remove", #"{"id":"\#(ids[118])"}"#)
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
    try window.press("o")
    try window.wait(for: "(119)")
    try expectSelection(of: 3, in: window)
    try window.press("j")
    try expectSelection(of: 1, in: window)
  }

  @Test func `what moves up when the user deletes a post is not news`() throws {
    let window = try start()
    try window.press("D", "y")
    try expectSelection(of: 119, in: window)
    try window.press("G")
    try window.wait(for: "(119)")
    expect(try window.lines().last?.hasPrefix("? keys  q quit"), equals: true)
    // The colour of news.
    expect(try !window.styledLines().contains { $0.contains("38;5;130") })
    try window.press("g")
    try one.daemon.connect().call(
      "topics.ai.posts.write", #"{"title":"New","content":"Text"}"#)
    try window.wait { $0.last?.hasSuffix("wrote post \"New\"") == true }
  }

  @Test func `an older post can be deleted, and a new one is listed with them`() throws {
    let window = try start()
    try window.press("G")
    try expectSelection(of: 1, in: window)
    try window.press("D", "y")
    try window.wait(for: "(119)")
    try expectSelection(of: 2, in: window)
    try one.daemon.connect().call(
      "topics.ai.posts.write", #"{"title":"New","content":"Text"}"#)
    try window.wait(for: "(120)")
    try expectSelection(of: 2, in: window)
    try window.press("Enter")
    try window.wait { $0[0] == "Post 2" }
    try window.press("D", "y")
    try window.wait(for: "(119)")
  }
}
