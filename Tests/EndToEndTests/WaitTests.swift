import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `wait`, which lets scripts wait until a box has a value.
@Suite(.blocking) struct WaitTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func wait(_ words: String...) throws -> UserProcess {
    try user.start("procon-client", ["wait", "--socket", daemon.socket] + words)
  }

  @Test func `a condition that already holds ends wait at once`() throws {
    try peer.set("shared.a", #"{"state":"done","list":[1,{"n":2}]}"#)
    for words in [
      ["shared.a.state", "done"], ["shared.a.list.1.n", "2.0"], ["shared.a.list.0", ">=1"],
      ["shared.a.state", "!=running"], ["shared.a", #"{"list":[1,{"n":2}],"state":"done"}"#],
      ["topics.ai.summary.leaning", "pro"],
    ] {
      let wait = try user.start("procon-client", ["wait", "--socket", daemon.socket] + words)
      expect(try wait.waitForEnd(), equals: .exited(0), "\(words)")
      expect(wait.errors, equals: "")
    }
  }

  @Test func `wait prints the value that was reached`() throws {
    try peer.set("shared.n", "1")
    let wait = try wait("shared.n", ">=3")
    try waitUntil("it waits") { try peer.subscribers() == 1 }
    try peer.set("shared.n", "2")
    try peer.set("shared.n", "3.50")
    expect(try wait.waitForEnd(), equals: .exited(0))
    expect(wait.output, equals: "3.50\n")
  }

  @Test func `a value that lasts for only one revision is not missed`() throws {
    let wait = try wait("shared.state", "done")
    try waitUntil("it waits") { try peer.subscribers() == 1 }
    wait.signal(SIGSTOP)
    for state in ["running", "done", "idle"] { try peer.set("shared.state", "\"\(state)\"") }
    for number in 1...50 { try peer.set("shared.state", "\(number)") }
    wait.signal(SIGCONT)
    expect(try wait.waitForEnd(), equals: .exited(0))
    expect(wait.output, equals: "\"done\"\n")
  }

  @Test func `wait reports a box that does not exist, and waits for it`() throws {
    let wait = try wait("shared.later", "1")
    try wait.wait { wait.errors.contains("there is no shared.later yet") }
    try peer.set("shared.later", "1")
    expect(try wait.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    ("shared.build.stat", "there is no shared.build.stat yet (did you mean 'shared.build.state'?)"),
    ("shared.build.state.stat", "shared.build.state has no member 'stat' (did you mean 'state'?)"),
  ])
  func `a possible typo is pointed out`(path: String, reason: String) throws {
    try peer.set("shared.build.state", #"{"state":1}"#)
    let wait = try wait(path, "done")
    try wait.wait { wait.errors.contains("\n") }
    expect(wait.errors, equals: "procon-client: \(reason); waiting for it\n")
  }

  @Test func `a timeout has its own exit code and prints the current value`() throws {
    try peer.set("shared.a", #""x\u001b[2J""#)
    let wait = try wait("shared.a", "y", "--timeout", "2")
    expect(try wait.waitForEnd(), equals: .exited(124))
    expect(
      wait.errors,
      equals: """
        procon-client: shared.a is the string "x\\u001b[2J" after 2 s, and should be the string "y"; \
        give it more time with --timeout

        """)
    let none = try self.wait("shared.none", "1", "--timeout", "2.5")
    expect(try none.waitForEnd(), equals: .exited(124))
    expect(
      none.errors.contains("shared.none is not there after 2.5 s, and should be the number 1;"))
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let unknown = try user.client(
      "wait", "shared.a", "1", "--timeout", "0.5", "--socket", server.path)
    let connection = try server.accept()
    // A busy machine may be too slow even for that.
    try? connection.greet()
    expect(try unknown.waitForEnd(), equals: .exited(124))
    connection.close()
    expect(
      unknown.errors.contains("shared.a is not known after 0.5 s, and should be the number 1;"))
  }

  @Test func `one of several values ends wait`() throws {
    let wait = try wait("shared.state", "done", "failed")
    try waitUntil("it waits") { try peer.subscribers() == 1 }
    try peer.set("shared.state", #""running""#)
    try peer.set("shared.state", #""failed""#)
    expect(try wait.waitForEnd(), equals: .exited(0))
    expect(wait.output, equals: "\"failed\"\n")
  }

  @Test func `wait waits for any other value, for any value, or for none`() throws {
    try peer.set("shared.a", "1")
    let not = try wait("shared.a", "--not", "1", "--not", "2")
    let exists = try wait("shared.b", "--exists")
    let gone = try wait("shared.a", "--gone")
    try waitUntil("they wait") { try peer.subscribers() == 3 }
    for value in ["2", "3"] { try peer.set("shared.a", value) }
    expect(try not.waitForEnd(), equals: .exited(0))
    expect(not.output, equals: "3\n")
    try peer.set("shared.b", "null")
    expect(try exists.waitForEnd(), equals: .exited(0))
    expect(exists.output, equals: "null\n")
    try peer.delete("shared.a")
    expect(try gone.waitForEnd(), equals: .exited(0))
    expect(gone.output, equals: "")
    let absent = try wait("shared.none", "--gone")
    expect(try absent.waitForEnd(), equals: .exited(0))
    expect(absent.errors, equals: "")
  }

  @Test func `a value that begins with an operator is pointed out`() throws {
    try peer.set("shared.a", "5")
    let wait = try wait("shared.a", "==5", "--timeout", "0.3")
    expect(try wait.waitForEnd(), equals: .exited(124))
    expect(wait.errors.hasPrefix("procon-client: '==5' is compared as a string; "))
    expect(wait.errors.contains("--not, --exists or --gone"))
  }

  @Test func `a timeout tells a number from a string`() throws {
    try peer.set("shared.a", #""5""#)
    let wait = try wait("shared.a", "5", "--timeout", "0.3")
    expect(try wait.waitForEnd(), equals: .exited(124))
    expect(
      wait.errors.contains(#"shared.a is the string "5" after 0.3 s, and should be the number 5;"#))
  }

  @Test func `wait continues when the daemon comes back`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    try peer.set("shared.a", "1")
    let wait = try user.client("wait", "--socket", daemon.socket, "shared.a", "2")
    try waitUntil("it waits") { try peer.subscribers() == 1 }
    daemon.process.signal(SIGKILL)
    try wait.wait { wait.errors.contains("trying again") }
    try daemon.process.waitForEnd()
    let next = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    try next.connect().call("set", #"{"box":"shared.a","value":2}"#)
    expect(try wait.waitForEnd(), equals: .exited(0))
    expect(wait.output, equals: "2\n")
  }

  @Test func `Ctrl-C ends wait like other commands`() throws {
    let wait = try wait("shared.none", "1")
    try wait.wait { wait.errors.contains("yet") }
    wait.signal(SIGINT)
    expect(try wait.waitForEnd(), equals: .killed(signal: SIGINT))
  }

  @Test(arguments: [
    ["shared.a"], ["shared..a", "1"], ["", "1"], ["shared.a", "1", "--gone"],
    ["shared.a", "--not", "1", "--exists"],
    ["shared.*", "1"],
    ["shared.a", "1", "--timeout", "0"], ["shared.a", "1", "--timeout", "nan"],
    ["shared.a", "1", "--timeout", "-1"], ["shared.a", "1", "--timeout", "soon"],
  ])
  func `a wrong command line is reported in one line`(words: [String]) throws {
    let wait = try user.start("procon-client", ["wait"] + words)
    expect(try wait.waitForEnd(), equals: .exited(64))
    expect(wait.errors.hasSuffix("see 'procon-client wait --help'\n"), "\(wait.errors)")
    expect(wait.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func `without a daemon wait ends at once`() throws {
    let wait = try user.client(
      "wait", "shared.a", "1", "--socket", user.directory.file("none"))
    expect(try wait.waitForEnd(), equals: .exited(69))
  }
}
