import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Posts and drafts in procon-tui whose texts or topics others change.
@Suite(.blocking) struct FullScreenWritingTests {
  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `a post that others change is shown beside what is typed, at once`(
    columns: Int, rows: Int
  ) throws {
    let one = try FullScreenUser()
    let peer = try one.daemon.connect()
    let path = "topics.ai.posts"
    let (window, id) = try one.startEditing(columns: columns, rows: rows, peer)
    try peer.call("\(path).edit", #"{"id":"\#(id)","title":"Theirs","content":"Other words"}"#)
    try window.wait { $0.contains("now: Theirs") && $0.contains("Other words") }
    expect(try window.lines().contains("Words of mine"))
    try window.press("s")
    try window.wait(for: "Replace what the others wrote?")
    try window.press("y")
    try window.wait { _ in
      let post = try peer.call("\(path).read", #"{"id":"\#(id)"}"#)
      return post["result", "post", "content"]?.string == "Words of mine"
    }
  }

  @Test func `the menu replaces what others wrote only after a question, too`() throws {
    let one = try FullScreenUser()
    let peer = try one.daemon.connect()
    let path = "topics.ai.posts"
    let (window, id) = try one.startEditing(columns: 80, rows: 24, peer)
    try peer.call("\(path).edit", #"{"id":"\#(id)","content":"Other words"}"#)
    try window.wait { $0.contains("Other words") }
    try window.press("s")
    try window.wait(for: "Replace what the others wrote?")
    try window.press("n", ":")
    try window.wait(for: "Enter do it")
    try window.type("edit")
    try window.wait("the intent is selected") { _ in
      try window.selectedText()?.hasSuffix(" edit") == true
    }
    try window.press("Enter")
    try window.wait(for: "Replace what the others wrote?")
    try window.press("n")
    let post = try peer.call("\(path).read", #"{"id":"\#(id)"}"#)
    expect(post["result", "post", "content"]?.string, equals: "Other words")
  }

  @Test func `a draft whose topic is lost is kept in a file`() throws {
    let text = try FullScreenUser.loseTopic { window in
      try window.press("o")
      try window.wait(for: "There are no posts yet.")
      try window.typeDraft()
    }
    expect(text, equals: "Trial\n\nIt is faster.\n")
  }
}
