import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Bytes that are not UTF-8, typed into procon-tui.
@Suite(.blocking) struct InvalidInputTests {
  private let one: FullScreenUser
  private let terminal: PseudoTerminal

  init() throws {
    one = try FullScreenUser()
    terminal = try PseudoTerminal()
  }

  @Test(
    arguments: [
      // A byte that is never used, a byte that only continues, the beginning of a character.
      [0xFF], [0x80], [0xE4, 0xBA],
      // A slash in two bytes, a surrogate, more than Unicode has.
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are left out, and nothing else`(bytes: [UInt8]) throws {
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    try terminal.type("aZ")
    try client.wait { terminal.contains("Z") }
    try terminal.type(bytes + Array("after\r".utf8))
    let peer = try one.daemon.connect()
    var text: String?
    try waitUntil("the text is stored") {
      text = try peer.value("topics.ai.pros.items").elements?.dropFirst(4).first?["text"]?.string
      return text != nil
    }
    expect(text, equals: "Zafter")
    try terminal.type("q")
    expect(try client.waitForEnd(), equals: .exited(0))
  }
}
