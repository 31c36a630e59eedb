import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// URLs on a terminal that opens them.
@Suite(.blocking) struct FullScreenLinkTests {
  private static let url = "https://example.org/a/path/that/is/long/enough/to/be/wrapped?q=1"

  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser()
    peer = try one.daemon.connect()
  }

  private func open(columns: Int = 80) throws -> VirtualTerminal {
    try require(try one.startBoard(columns: columns) as? VirtualTerminal)
  }

  /// Waits until these texts, and no others, lead to a URL.
  private func wait(in window: VirtualTerminal, for texts: [String], _ url: String) throws {
    try window.wait("\(texts) lead to \(url)") { _ in
      let links = try window.links()
      return links.map(\.text) == texts && links.allSatisfy { $0.url == url }
    }
  }

  @Test func `the URL of an argument is a link, also where it is wrapped`() throws {
    let window = try open()
    expect(try window.links().isEmpty)
    try peer.call("topics.ai.cons.change", #"{"id":"1","text":"See \#(Self.url)."}"#)
    let parts = ["https://example.org/a/path/that/i", "s/long/enough/to/be/wrapped?q=1"]
    try wait(in: window, for: parts, Self.url)
  }

  @Test func `the URL of a todo beside a board is a link`() throws {
    try peer.call("topics.ai.todos.add", #"{"text":"Read https://a.org/x"}"#)
    try wait(in: try open(columns: 160), for: ["https://a.org/x"], "https://a.org/x")
  }

  @Test func `the URL of a post is a link`() throws {
    try peer.call(
      "topics.ai.posts.write", #"{"title":"Trial","content":"Read\n(https://a.org/x) first."}"#)
    let window = try open()
    try window.press("o", "Enter")
    try window.wait(for: "(https://a.org/x) first.")
    try wait(in: window, for: ["https://a.org/x"], "https://a.org/x")
  }

  @Test func `the board of procon-client has links on a terminal, and none in a pipe`() throws {
    try peer.call("topics.ai.cons.change", #"{"id":"1","text":"See \#(Self.url)."}"#)
    let client = "procon-client ai --socket \(one.daemon.socket)"
    let window = try VirtualTerminal(one.user, client)
    let parts = ["https://example.org/a/path/that/", "is/long/enough/to/be/wrapped?q=1"]
    try wait(in: window, for: parts, Self.url)
    let pipe = try one.user.shell(
      "procon-client subscribe --format board --once --socket \(one.daemon.socket) | cat")
    expect(try pipe.waitForEnd(), equals: .exited(0))
    expect(pipe.output.contains("See https://example.org"))
    expect(!pipe.output.contains("\u{1B}"))
  }

  @Test func `a cell that no longer shows a URL is not a link, even with the same character`()
    throws
  {
    let window = try open()
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"https://a.org is here"}"#)
    try wait(in: window, for: ["https://a.org"], "https://a.org")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"https is a scheme here"}"#)
    try wait(in: window, for: [], "nothing")
    try window.wait(for: "+ https is a scheme here")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"https://a.orb is here"}"#)
    try wait(in: window, for: ["https://a.orb"], "https://a.orb")
    // What covers it, and what is drawn in its place.
    try window.press("?")
    try window.wait(for: "Search:")
    try wait(in: window, for: [], "nothing")
    try window.press("Escape")
    try wait(in: window, for: ["https://a.orb"], "https://a.orb")
    try window.press("j", "k", "C-l")
    try wait(in: window, for: ["https://a.orb"], "https://a.orb")
  }
}
