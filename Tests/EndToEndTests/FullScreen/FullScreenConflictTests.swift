import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Texts that somebody else changes while they are edited in procon-tui.
@Suite(.blocking) struct FullScreenConflictTests {
  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser()
    peer = try one.daemon.connect()
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `a stale argument is not saved before the user has seen the other one`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startEditing(typing: " of mine", columns: columns, rows: rows)
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try window.wait(for: "+ Error reduction of mine")
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    try window.wait(for: "now: Theirs")
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.wait(for: "+ Error reduction of mine")
    try window.wait { !$0.contains { $0.contains("Theirs") } }
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `a long text of somebody else is scrolled beside what is edited`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startEditing(typing: " of mine", columns: columns, rows: rows)
    let words = (1...80).map { "w\($0)" }.joined(separator: " ")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"\#(words) end"}"#)
    try window.wait(for: "now: w1 ")
    try window.wait { columns == 40 ? !$0.joined().contains("end") : true }
    for _ in 1...10 { try window.press("PageDown") }
    try window.wait(for: " end")
    try window.wait(for: "+ Error reduction of mine")
    for _ in 1...10 { try window.press("PageUp") }
    try window.wait(for: "now: w1 ")
    // The question stays while the other text is read.
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    for _ in 1...10 { try window.press("PageDown") }
    try window.wait(for: " end")
    try window.wait(for: "Changed in the meantime.")
    try window.type("!")
    try window.wait(for: "+ Error reduction of mine!")
  }

  @Test func `Esc keeps the text of somebody else`() throws {
    let window = try one.startEditing(typing: "!")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try one.discard(in: window)
    try window.wait(for: "+ Theirs")
  }

  @Test func `what somebody else has changed is not deleted unseen`() throws {
    let window = try one.startBoard()
    try window.press("d")
    try window.wait(for: "Delete \"Error reduction\"?")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "+ Theirs")
    try window.press("y")
    try window.wait { $0.last?.contains("was changed at") == true }
    expect(try peer.value("topics.ai.pros.items").elements?.count, equals: 4)
    try window.press("d", "y")
    try window.wait(for: "👍 Pros (3)")
  }

  @Test func `what is edited may be deleted by somebody else`() throws {
    let window = try one.startEditing(typing: "!")
    try peer.call("topics.ai.pros.remove", #"{"id":"1"}"#)
    try window.wait(for: "now: (deleted)")
    try window.press("Enter")
    try window.wait(for: "It was deleted. Save it as a new pro? [y/N]")
    try window.press("n")
    try window.wait(for: "Enter save  Esc cancel")
    try window.press("Enter")
    try window.wait(for: "[y/N]")
    try window.press("y")
    try window.wait(for: "pro 5 · ")
    try window.wait(for: "+ Error reduction!")
  }

  @Test func `what is edited may be moved by somebody else`() throws {
    let window = try one.startEditing(typing: "!")
    try peer.call("topics.ai.pros.move", #"{"id":"1","to":"con"}"#)
    try window.wait(for: "- Error reduction!")
    try window.wait(for: "now: Error reduction (moved to")
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.wait(for: "- Error reduction!")
    try window.wait(for: "con 4 · ")
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `a stale title is not saved before the user has seen the other one`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.start(columns: columns, rows: rows)
    try window.press("r")
    try window.type("?")
    try window.wait(for: "Title: Artificial Intelligence?")
    try peer.call("topics.rename", #"{"id":"ai","title":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    expect(try peer.value("topics.ai.summary")["title"]?.string, equals: "Theirs")
    try window.press("Enter")
    try window.wait { $0[1].hasPrefix("Artificial Intel") && $0[0].hasPrefix("Topics (1)") }
    expect(
      try peer.value("topics.ai.summary")["title"]?.string, equals: "Artificial Intelligence?")
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 60)])
  func `a stale post is shown beside the other one, and a question is asked`(
    columns: Int, rows: Int
  ) throws {
    let path = "topics.ai.posts"
    let (window, id) = try one.startEditing(columns: columns, rows: rows, peer)
    try peer.call("\(path).edit", #"{"id":"\#(id)","title":"Theirs","content":"Other words"}"#)
    try window.press("s")
    try window.wait(for: "Replace what the others wrote?")
    expect(try window.lines().contains("Words of mine"))
    expect(try window.lines().contains("now: Theirs"))
    expect(try window.lines().contains("Other words"))
    try window.press("n")
    try window.wait(for: "being edited")
    try window.press("s", "y")
    // A question may hide the line that says so.
    try window.wait {
      !$0.contains { $0.contains("being edited") } && $0.last?.hasPrefix("? keys  q quit") == true
    }
    expect(try window.lines().contains("Words of mine"))
    let post = try peer.call("\(path).read", #"{"id":"\#(id)"}"#)
    expect(post["result", "post", "content"]?.string, equals: "Words of mine")
  }
}
