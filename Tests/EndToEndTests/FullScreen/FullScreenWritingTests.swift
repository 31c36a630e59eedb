import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// Posts and drafts in procon-tui whose texts or topics others change.
@Suite(.blocking) struct FullScreenWritingTests {
  @Test(arguments: [(40, 10), (80, 24)])
  func `a post that others change is shown beside what is typed, at once`(
    columns: Int, rows: Int
  ) throws {
    let one = try FullScreenUser()
    let peer = try one.daemon.connect()
    let path = "topics.ai.posts"
    let (window, id) = try one.startEditing(columns: columns, rows: rows, peer)
    try peer.call("\(path).edit", #"{"id":"\#(id)","title":"Theirs","content":"Other words"}"#)
    try window.wait { $0.contains("now: Theirs") && $0.contains("Other words") }
    #expect(try window.lines().contains("Words of mine"))
    try window.press("s")
    try window.wait(for: "Replace what the others wrote?")
    try window.press("y")
    try window.wait { _ in
      let post = try peer.call("\(path).read", #"{"id":"\#(id)"}"#)
      return post["result", "post", "content"]?.string == "Words of mine"
    }
  }

  @Test func `a draft whose topic is lost is kept in a file`() throws {
    let user = TestUser()
    let directory = TemporaryDirectory()
    var daemon: DaemonProcess? = try DaemonProcess(in: directory)
    try daemon?.connect().call("topics.create", #"{"title":"Car"}"#)
    let window = try Tmux(user, "procon-tui --socket \(try #require(daemon).socket)")
    try window.wait(for: "Topics (2)")
    try window.press("G", "Enter", "o")
    try window.typeDraft()
    try daemon?.terminate()
    daemon = nil
    try window.wait(for: "Connection lost")
    daemon = try DaemonProcess(in: directory)
    try window.wait(for: "what you typed is kept in /tmp/procon-")
    let words = try window.lines().joined().split(separator: " ")
    let path = String(try #require(words.first { $0.hasPrefix("/tmp/procon-") }))
    defer { unlink(path) }
    #expect(contents(of: path) == "Trial\n\nIt is faster.\n")
    withExtendedLifetime(daemon) {}
  }
}
