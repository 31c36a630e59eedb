import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What is typed in procon-tui while its place, or the answer about it, is lost.
@Suite(.blocking) struct RescueTests {
  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser()
    peer = try one.daemon.connect()
  }

  private func deleteTopic() throws {
    try peer.call("topics.remove", #"{"id":"ai"}"#)
  }

  @Test(arguments: [(40, 10), (80, 24)])
  func `when a topic is deleted, what is being typed is kept, and further letters do nothing`(
    columns: Int, rows: Int
  ) throws {
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("a")
    try window.type("Mine")
    try window.wait(for: "Mine")
    try deleteTopic()
    try window.wait { $0.joined().contains("What you were editing no longer exists") }
    try window.type("qDy")
    expect(try window.keptText(), equals: "Mine")
    try window.press("Enter")
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
    expect(try window.lines().contains { $0.contains("Tea") })
  }

  @Test func `a field that has not been changed is kept nowhere`() throws {
    let window = try one.startBoard()
    try window.press("e")
    try window.wait(for: "Enter save")
    try deleteTopic()
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
  }

  @Test func `an edited post that is deleted is kept`() throws {
    let (window, id) = try one.startEditing(columns: 80, rows: 24, peer)
    try peer.call("topics.ai.posts.remove", #"{"id":"\#(id)"}"#)
    expect(try window.keptText(), equals: "Old\n\nWords of mine\n")
    try window.press("Escape")
    try window.wait(for: "There are no posts yet.")
  }

  @Test func `a post that is deleted while the user is in their editor is kept once`() throws {
    let gate = one.user.directory.file("gate")
    let editor = one.user.directory.file("editor")
    try write(
      "#!/bin/sh\necho 'From the editor' >$1; until [ -e \(gate) ]; do sleep 0.05; done\n",
      to: editor)
    expect(chmod(editor, 0o700), equals: 0)
    try peer.call("topics.ai.posts.write", #"{"title":"Old","content":"Words"}"#)
    let window = try one.start(environment: ["EDITOR": editor, "VISUAL": editor])
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("o", "Enter")
    try window.wait(for: "Words")
    try window.press("E")
    let id = try require(
      try peer.value("topics.ai.posts.items").elements?.first?["id"]?.string)
    try waitUntil("the editor runs") {
      !processes { $0.contains { $0 == editor } }.isEmpty
    }
    try peer.call("topics.ai.posts.remove", #"{"id":"\#(id)"}"#)
    try write("", to: gate)
    expect(try window.keptText(), equals: "Old\n\nFrom the editor\n")
  }

  @Test func `an argument whose topic is lost with the daemon is kept`() throws {
    let text = try FullScreenUser.loseTopic { window in
      try window.press("a")
      try window.type("Fast")
      try window.wait(for: "Fast")
    }
    expect(text, equals: "Fast")
  }

  @Test func `an Enter that was typed ahead replaces no text that the user has not seen`() throws {
    let window = try one.startEditing(typing: "!")
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try window.press("Enter", "Enter", "Enter")
    try window.wait(for: "Changed in the meantime.")
    let first = try require(try peer.value("topics.ai.pros.items").elements?.first)
    expect(first["text"]?.string, equals: "Theirs")
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.wait(for: "+ Error reduction!")
  }

  @Test func `a lost answer is still reported when the connection is back`() throws {
    let user = TestUser()
    let directory = TemporaryDirectory()
    var daemon: DaemonProcess? = try DaemonProcess(in: directory)
    let window = try VirtualTerminal(user, "procon-tui --socket \(try require(daemon).socket)")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    daemon?.process.signal(SIGSTOP)
    try window.press("+")
    try window.wait(for: "Waiting for the daemon")
    daemon?.process.signal(SIGKILL)
    try daemon?.process.waitForEnd()
    try window.wait(for: "Connection lost")
    daemon = try DaemonProcess(in: directory, socket: try require(daemon).socket)
    try window.wait { $0[0] == "Artificial Intelligence" }
    try window.wait(for: "check whether it was done.")
    withExtendedLifetime(daemon) {}
  }

  @Test func `a terminal that is too small asks before what was typed is left`() throws {
    let (window, _) = try one.startEditing(columns: 80, rows: 24, peer)
    try window.resize(columns: 39, rows: 10)
    try window.wait { $0.joined(separator: " ").contains("procon-tui needs 40×10") }
    try window.press("q")
    try window.wait { $0.joined(separator: " ").contains("Leave without saving what you typed?") }
    try window.press("n")
    try window.wait { $0.joined(separator: " ").contains("procon-tui needs 40×10") }
    try window.press("q", "y")
    try window.wait(for: "end 0")
  }
}
