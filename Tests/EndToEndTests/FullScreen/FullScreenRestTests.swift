import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What procon-tui costs.
@Suite(.blocking) struct FullScreenRestTests {
  private let one: FullScreenUser
  private let terminal: PseudoTerminal

  init() throws {
    one = try FullScreenUser()
    terminal = try PseudoTerminal()
  }

  @Test func `at rest it neither wakes nor draws, also after a change and an answer`() throws {
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    try one.daemon.connect().call("topics.ai.pros.add", #"{"text":"News"}"#)
    try client.wait { terminal.contains("added pro 5") }
    try terminal.type("+")
    try client.wait { terminal.contains("×2") }
    // Until what has lit up no longer does, and whatever else is left to do.
    poll(nil, 0, 4000)
    // The help is drawn over the board, and the board over the help, in the order of the keys.
    try terminal.type("?")
    try client.wait { terminal.contains("add a pro") }
    let count = terminal.bytes.count
    try terminal.type("?")
    try client.wait {
      String(decoding: terminal.bytes[count...], as: UTF8.self).contains("No breaks")
    }
    // Until it sleeps again.
    poll(nil, 0, 1000)
    let wakeUps = try client.wakeUps
    // Ten seconds at rest.
    poll(nil, 0, 10_000)
    expect(try client.wakeUps, equals: wakeUps)
    expect(!Deadline(after: .zero).wait(for: POLLIN, on: terminal.descriptor))
    client.signal(SIGKILL)
  }

  @Test func `one changed argument takes less than 400 bytes, until it no longer lights up`() throws
  {
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    let before = terminal.bytes.count
    try one.daemon.connect().call(
      "topics.ai.pros.change", #"{"id":"4","text":"No pauses at all"}"#)
    try client.wait { terminal.contains("changed pro 4") }
    let lit = terminal.bytes.count
    // Then nothing more is drawn.
    try client.wait {
      terminal.bytes.count > lit
        && !Deadline(after: .seconds(1)).wait(for: POLLIN, on: terminal.descriptor)
    }
    // Once when it lights up, once in a sentence, and once when it no longer does.
    let output = String(decoding: terminal.bytes[before...], as: UTF8.self)
    expect(output.ranges(of: "No pauses at all").count, equals: 3, "\(output.debugDescription)")
    expect(output.contains(" keys"), "\(output.debugDescription)")
    expect(terminal.bytes.count - before < 400, "\(output.debugDescription)")
    client.signal(SIGKILL)
  }

  @Test func `an argument changed beside a link takes less than 400 bytes`() throws {
    let url = "https://example.org/\(String(repeating: "long/", count: 20))"
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.cons.change", #"{"id":"1","text":"\#(url)"}"#)
    let terminal = try PseudoTerminal(for: .fullScreen)
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("https://") && terminal.contains("No breaks") }
    let before = terminal.bytes.count
    try peer.call("topics.ai.pros.change", #"{"id":"4","text":"No pauses at all"}"#)
    try client.wait { terminal.contains("changed pro 4") }
    try client.wait {
      !Deadline(after: .seconds(2)).wait(for: POLLIN, on: terminal.descriptor)
    }
    let output = String(decoding: terminal.bytes[before...], as: UTF8.self)
    expect(terminal.bytes.count - before < 400, "\(output.debugDescription)")
    client.signal(SIGKILL)
  }

  @Test func `2,000 arguments take less than 25 MB of memory`() throws {
    try one.addBoard(arguments: 1000)
    let client = try one.start(on: terminal)
    try terminal.type("G\r")
    try client.wait { terminal.contains("👍 Pros (1000)") && terminal.contains("con no. 7") }
    // From one end to the other, and both sides.
    for (key, last) in [("G", "pro no. 1000"), ("\tG", "con no. 1000")] {
      try terminal.type(key)
      try client.wait { terminal.contains(last) }
    }
    expect(try client.peakMemory < 25_000_000 / 1024)
    client.signal(SIGKILL)
  }
}
