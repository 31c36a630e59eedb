import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `top`, on a terminal and in a pipe.
@Suite(.blocking) struct TopTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func pages(_ words: String...) throws -> UserProcess {
    try user.start("procon-client", ["top", "--socket", daemon.socket] + words)
  }

  @Test func `pages show the daemon and the busiest boxes first`() throws {
    try peer.set("shared.quiet", 1)
    let top = try pages("--interval", "0.3")
    try top.wait { top.output.contains("changes/s") }
    for number in 1...3 { try peer.set("shared.less", number) }
    for number in 1...6 { try peer.set("shared.busy", number) }
    // When nothing changes any more, the totals determine the order.
    try top.wait { top.output.contains(#/ 0\.0 +6  shared\.busy\n +0\.0 +3  shared\.less\n/#) }
    expect(top.output.hasPrefix("procond 0.1.0 · up "))
    expect(!top.output.contains("shared.quiet"))
    expect(!top.output.contains("  daemon.stats"))
    // Counted once a second.
    try top.wait { top.output.contains("\n3 connections · 1 subscriber · revision ") }
    try top.wait { top.output.contains(#/\n\d+\.\d changes/s · \d+\.\d lines/s · /#) }
  }

  @Test func `the busiest of many boxes has all of its changes`() throws {
    try peer.set("shared.n1", 0)
    let top = try pages("shared.**", "--interval", "0.3", "--rows", "2")
    try top.wait { top.output.contains("changes/s") }
    // Too many at once for a subscriber in mode latest to get each of them.
    var requests: [String] = []
    for number in 1...3000 {
      let box = number % 3 == 0 ? 1 : 2 + number % 19
      requests.append(
        #"{"method":"set","params":{"box":"shared.n\#(box)","value":\#(number)}}"#)
    }
    try peer.send(requests.joined(separator: "\n"))
    _ = try peer.revision()
    try top.wait { top.output.contains(#/ 0\.0 +1000  shared\.n1\n +0\.0 +10[0-9]  shared\.n/#) }
  }

  @Test func `top ends after the given number of pages`() throws {
    let top = try pages("--interval", "0.1", "--count", "3")
    expect(try top.waitForEnd(), equals: .exited(0))
    expect(top.output.split(separator: "\n").count { $0.hasPrefix("procond 0.1.0") }, equals: 3)
    expect(!top.output.contains("… changes/s"), "a page without rates is printed")
    expect(top.errors, equals: "")
  }

  @Test func `a page has the given number of boxes, of thousands`() throws {
    let top = try pages("shared.**", "--interval", "0.2", "--rows", "3")
    try top.wait { top.output.contains("changes/s") }
    try peer.setMany((1...2000).map { (path: "shared.n\($0)", value: "\($0)") })
    func boxes() -> [Int] {
      top.output.split(separator: "\n\n").map { page in
        page.split(separator: "\n").count { $0.contains("  shared.n") }
      }
    }
    try top.wait { boxes().contains(3) }
    expect(boxes().max(), equals: 3)
  }

  @Test func `on a terminal, top is drawn in place, and Ctrl-C restores the terminal`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    let settings = terminal.settings
    let top = try user.client(
      "top", "--socket", daemon.socket, "--interval", "0.2", input: .terminal,
      output: .terminal(terminal))
    try top.wait { terminal.screen.contains("procond 0.1.0") }
    expect(terminal.screen.isAlternate)
    for number in 1...30 { try peer.set("shared.n\(number)", number) }
    try top.wait { terminal.screen.contains("  shared.n1") }
    expect(terminal.screen.lines.count <= 12)
    try terminal.resize(columns: 20, rows: 6)
    try top.wait { terminal.screen.lines.count <= 6 && terminal.screen.contains("changes/s") }
    try terminal.type("\u{3}")
    expect(try top.waitForEnd(), equals: .killed(signal: SIGINT))
    expect(!terminal.screen.isAlternate)
    expect(terminal.screen.isCursorShown)
    expect(terminal.settings, equals: settings)
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `a lost daemon is reported, and the next one is shown`() throws {
    let daemon = try DaemonProcess()
    let terminal = try PseudoTerminal()
    let top = try user.client(
      "top", "--socket", daemon.socket, "--interval", "0.2", input: .terminal,
      output: .terminal(terminal))
    try top.wait { terminal.screen.contains("procond 0.1.0") }
    daemon.process.signal(SIGKILL)
    try top.wait { terminal.screen.contains("The connection to the daemon is lost") }
    try daemon.process.waitForEnd()
    let next = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    try top.wait { !terminal.screen.contains("The connection to the daemon is lost") }
    let peer = try next.connect()
    var value = 0
    // Changes before top starts counting do not count.
    try top.wait {
      value += 1
      try peer.set("shared.next", value)
      return terminal.screen.contains("  shared.next")
    }
  }

  @Test func `a path cannot control the terminal`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let terminal = try PseudoTerminal()
    let top = try user.client(
      "top", "--socket", server.path, "--interval", "0.1", input: .terminal,
      output: .terminal(terminal))
    let connection = try server.acceptSubscriber(
      #"{"daemon.info":{"version":"1\u001b[2J","pid":1,"started":"","epoch":"e","#
        + #""keepsShared":true},"daemon.stats":{"revision":"x"}}"#)
    defer { connection.close() }
    let counter = try server.accept()
    try counter.greet()
    for counts in ["{}", #"{"a\u001b[2J\nb":9}"#] {
      let id = try require(try counter.next()["id"])
      try counter.send(
        #"{"id":\#(id),"result":{"revision":2,"counts":\#(counts),"removed":{}}}"#)
    }
    try top.wait { terminal.screen.contains("9  a\u{FFFD}[2J\u{FFFD}b") }
    expect(terminal.screen.contains("procond 1\u{FFFD}[2J"))
    expect(terminal.screen.contains("daemon.stats: member 'connections' is missing"))
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `a closed reader ends top`() throws {
    let top = try pages("--interval", "0.1")
    _ = try top.nextLine()
    top.closeOutput()
    expect(try top.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    ["--interval", "0"], ["--interval", "nan"], ["--count", "0"], ["--rows", "0"], ["a..b"],
  ])
  func `a wrong command line is reported in one line`(words: [String]) throws {
    let top = try user.start("procon-client", ["top"] + words)
    expect(try top.waitForEnd(), equals: .exited(64))
    expect(top.errors.hasSuffix("see 'procon-client top --help'\n"), "\(top.errors)")
  }
}
