import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `update` and `lock`, with which scripts change a box, or anything else, one at a time.
@Suite(.blocking) struct UpdateLockTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func run(
    _ words: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon)
  }

  private func value(_ path: String) throws -> String? {
    try peer.call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes", path]?.description
  }

  // MARK: update

  @Test func `update stores what the command makes of the value`() throws {
    // The box does not exist yet: null.
    expect(try run("update", "shared.n", "--", "jq", ".+1").end, equals: .exited(0))
    expect(try run("update", "shared.n", "--", "jq", ".+1").output.contains("\"revision\""))
    expect(try value("shared.n"), equals: "2")
    expect(try run("update", "shared.n", "--", "echo", "plain words").end, equals: .exited(0))
    expect(try value("shared.n"), equals: #""plain words""#)
    expect(
      try run("update", "shared.n", "--", "sh", "-c", #"echo "$PROCON_PATH=$PROCON_VALUE""#).end,
      equals: .exited(0))
    expect(try value("shared.n"), equals: #""shared.n=plain words""#)
  }

  @Test func `an update that loses the race runs again with the newer value`() throws {
    try peer.set("shared.n", 1)
    let gate = user.directory.file("gate")
    let script = """
      read value; echo "$value" >>\(gate); while [ "$value" = 1 ] && [ ! -e \(gate).open ]; do \
      sleep 0.01; done; echo $((value + 1))
      """
    let update = try user.client(
      "update", "shared.n", "--socket", daemon.socket, "--", "sh", "-c", script)
    try waitUntil("it runs") { contents(of: gate) == "1\n" }
    try peer.set("shared.n", 10)
    try write("", to: "\(gate).open")
    expect(try update.waitForEnd(), equals: .exited(0))
    expect(contents(of: gate), equals: "1\n10\n")
    expect(try value("shared.n"), equals: "11")
  }

  @Test func `an update that always loses ends with the code for a conflict`() throws {
    try peer.set("shared.n", 0)
    let client = "'\(builtProgram("procon-client"))'"
    let faster = "\(client) set shared.n \"$(date +%s%N)\" --socket \(daemon.socket) >/dev/null"
    let lost = try run(
      "update", "shared.n", "--attempts", "3", "--", "sh", "-c", "\(faster); echo 1")
    expect(lost.end, equals: .exited(5))
    expect(lost.errors.contains("shared.n has changed"))
  }

  @Test func `a command that fails or prints nothing leaves the box as it is`() throws {
    try peer.set("shared.n", 1)
    let failed = try run("update", "shared.n", "--", "sh", "-c", "echo 2; exit 3")
    expect(failed.end, equals: .exited(3))
    expect(
      failed.errors, equals: "procon-client: 'sh' exited with status 3; shared.n is unchanged\n")
    let silent = try run("update", "shared.n", "--", "true")
    expect(silent.end, equals: .exited(1))
    expect(silent.errors, equals: "procon-client: 'true' printed nothing; shared.n is unchanged\n")
    expect(try run("update", "shared.n", "--", "no-such-program").end, equals: .exited(127))
    expect(try value("shared.n"), equals: "1")
  }

  @Test func `four processes count together`() throws {
    let times = TestLength.size(10, long: 500)
    let client = "'\(builtProgram("procon-client"))'"
    let script = """
      i=0; while [ $i -lt \(times) ]; do \(client) update shared.n --socket \(daemon.socket) -- \
      sh -c 'read n; [ "$n" = null ] && n=0; echo $((n + 1))' >/dev/null || exit 1; i=$((i + 1)); done
      """
    let counters = try (1...4).map { _ in
      // Other tests, which have deadlines, go first.
      try ChildProcess("/usr/bin/nice", ["-n", "5", "/bin/sh", "-c", script], environment: [:])
    }
    for counter in counters {
      expect(try counter.waitForEnd(within: .seconds(300)), equals: .exited(0))
    }
    expect(try value("shared.n"), equals: "\(4 * times)")
  }

  // MARK: lock

  @Test func `lock holds the box while the command runs`() throws {
    let client = "'\(builtProgram("procon-client"))'"
    let held = try run(
      "lock", "shared.l", "--", "sh", "-c",
      "\(client) get shared.l --format value --socket \(daemon.socket); exit 7")
    expect(held.end, equals: .exited(7))
    expect(held.errors, equals: "")
    let value = try JSONText(parsing: held.output.utf8)
    expect(value.names, equals: ["host", "id", "pid", "user"])
    expect(try self.value("shared.l") == nil)
  }

  @Test func `a second one waits its turn`() throws {
    let (log, gate) = (user.directory.file("log"), user.directory.file("gate"))
    let script = { (name: String) in
      "echo \(name) >>\(log); until [ -e \(gate) ]; do sleep 0.05; done; echo \(name) >>\(log)"
    }
    let first = try user.client(
      "lock", "shared.l", "--socket", daemon.socket, "--", "sh", "-c", script("first"))
    try waitUntil("it runs") { contents(of: log) == "first\n" }
    let refused = try run("lock", "shared.l", "--nonblock", "--", "true")
    expect(refused.end, equals: .exited(5))
    expect(refused.errors.hasPrefix("procon-client: shared.l is locked by {"))
    let second = try user.client(
      "lock", "shared.l", "--socket", daemon.socket, "--", "sh", "-c", script("second"))
    // The peer, the first and the second.
    try waitUntil("it waits") { try peer.connections() == 3 }
    try write("", to: gate)
    expect(try first.waitForEnd(), equals: .exited(0))
    expect(try second.waitForEnd(), equals: .exited(0))
    expect(contents(of: log), equals: "first\nfirst\nsecond\nsecond\n")
  }

  @Test func `a lock is not waited for longer than wait says`() throws {
    try peer.set("shared.l", 1)
    let late = try run("lock", "shared.l", "--wait", "100ms", "--", "true")
    expect(late.end, equals: .exited(5))
    expect(late.errors.contains("shared.l is locked by 1;"))
  }

  @Test func `the lock of a holder that died expires`() throws {
    let first = try user.client(
      "lock", "shared.l", "--ttl", "3s", "--socket", daemon.socket, "--", "sleep", "60")
    try waitUntil("it holds the lock") { try value("shared.l") != nil }
    let second = try user.client(
      "lock", "shared.l", "--socket", daemon.socket, "--", "echo", "mine")
    // Renewed as long as the holder lives.
    poll(nil, 0, 4000)
    expect(second.output, equals: "")
    first.signal(SIGKILL)
    expect(try second.waitForEnd(), equals: .exited(0))
    expect(second.output, equals: "mine\n")
  }

  @Test func `a command whose lock is lost is ended`() throws {
    let lock = try user.client(
      "lock", "shared.l", "--ttl", "1s", "--socket", daemon.socket, "--", "sleep", "60")
    try waitUntil("it holds the lock") { try value("shared.l") != nil }
    try peer.set("shared.l", #""somebody else""#)
    expect(try lock.waitForEnd(), equals: .exited(75))
    expect(lock.errors.contains("the lock shared.l was lost while the command ran"))
    expect(try value("shared.l"), equals: #""somebody else""#)
  }

  @Test func `a lock that was lost unnoticed is reported at the end`() throws {
    let gate = user.directory.file("gate")
    let lock = try user.client(
      "lock", "shared.l", "--ttl", "1h", "--socket", daemon.socket, "--", "sh", "-c",
      "until [ -e \(gate) ]; do sleep 0.05; done")
    try waitUntil("it holds the lock") { try value("shared.l") != nil }
    try peer.set("shared.l", 1)
    try write("", to: gate)
    expect(try lock.waitForEnd(), equals: .exited(75))
    expect(try value("shared.l"), equals: "1")
  }

  @Test(arguments: [true, false])
  func `a lock outlives a restart of the daemon, and is released after it`(isKept: Bool) throws {
    let gate = user.directory.file("gate")
    let first = try DaemonProcess(isKept ? ["--keep-shared"] : [])
    let lock = try user.client(
      "lock", "shared.l", "--ttl", "1h", "--socket", first.socket, "--", "sh", "-c",
      "until [ -e \(gate) ]; do sleep 0.05; done")
    let before = try first.connect()
    try waitUntil("it holds the lock") {
      try before.call("get", #"{"boxes":["shared.l"]}"#)["result"] != nil
    }
    let held = try before.call("get", #"{"boxes":["shared.l"]}"#)["result", "boxes", "shared.l"]
    try first.terminate()
    let next = try DaemonProcess(
      isKept ? ["--keep-shared"] : [], in: first.directory, socket: first.socket)
    let peer = try next.connect()
    // Long before a third of the hour has passed.
    try waitUntil("it holds the lock again") {
      try peer.call("get", #"{"boxes":["shared.l"]}"#)["result", "boxes", "shared.l"] == held
    }
    try write("", to: gate)
    expect(try lock.waitForEnd(), equals: .exited(0))
    expect(try peer.call("get", #"{"boxes":["shared.l"]}"#).errorCode, equals: -32001)
  }

  @Test func `a signal while the lock is taken leaves no lock`() throws {
    for milliseconds in 0..<20 {
      let lock = try user.client(
        "lock", "shared.l", "--ttl", "1h", "--socket", daemon.socket, "--", "sleep", "60")
      poll(nil, 0, Int32(milliseconds * 2))
      lock.signal(SIGTERM)
      _ = try lock.waitForEnd()
      expect(try value("shared.l") == nil)
    }
  }

  @Test func `SIGTERM is passed on, and the lock is released`() throws {
    let lock = try user.client(
      "lock", "shared.l", "--socket", daemon.socket, "--", "sh", "-c",
      "trap 'echo bye; exit 9' TERM; while :; do sleep 0.02; done")
    try waitUntil("it holds the lock") { try value("shared.l") != nil }
    poll(nil, 0, 100)
    lock.signal(SIGTERM)
    expect(try lock.waitForEnd(), equals: .exited(9))
    expect(lock.output, equals: "bye\n")
    expect(try value("shared.l") == nil)
  }
}
