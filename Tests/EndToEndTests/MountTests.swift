import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Topics that are kept, and several stores side by side.
@Suite(.blocking) struct MountTests {
  private let directory = TemporaryDirectory()

  private func configure(_ mounts: String) throws {
    mkdir(directory.file("procon"), 0o700)
    try write(#"{"mounts":{\#(mounts)}}"#, to: directory.file("procon/procond.json"))
  }

  private func sqlite(
    _ statement: String, _ file: String = "procon.sock.state/procon/topics.sqlite"
  )
    throws
  {
    let process = try ChildProcess("/usr/bin/env", ["sqlite3", directory.file(file), statement])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
  }

  private func titles(_ peer: Peer, _ root: String = "topics") throws -> [String] {
    let answer = try peer.call("get", #"{"boxes":["\#(root).*.summary"]}"#)
    return try require(answer["result", "boxes"]?.members).compactMap { $0.value["title"]?.string }
  }

  @Test func `written topics are restored after a restart and after a crash`() throws {
    for signal in [SIGTERM, SIGKILL] {
      let daemon = try DaemonProcess(in: directory, store: .sqlite)
      let peer = try daemon.connect()
      let id = try require(
        try peer.call("topics.create", #"{"title":"A \#(signal)"}"#)["result", "id"]?.string)
      try peer.call("topics.\(id).pros.add", #"{"text":"New"}"#)
      daemon.process.signal(signal)
      _ = try daemon.process.waitForEnd()
      let next = try DaemonProcess(in: directory, store: .sqlite)
      let other = try next.connect()
      expect(try titles(other).contains("A \(signal)"))
      let items = "topics.\(id).pros.items"
      let answer = try other.call("get", #"{"boxes":["\#(items)"]}"#)
      expect(answer["result", "boxes", items]?.elements?.count, equals: 1)
      expect(try next.terminate(), equals: .exited(0))
    }
  }

  @Test func `a clean stop leaves a single file of a store`() throws {
    let daemon = try DaemonProcess(in: directory, store: .sqlite)
    try daemon.connect().call("topics.create", #"{"title":"A"}"#)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(
      entries(of: directory.file("procon.sock.state/procon")),
      equals: ["identity.json", "lock", "revisions.json", "topics.database", "topics.sqlite"])
  }

  @Test func `changes by sqlite3 are soon on every board`() throws {
    let daemon = try DaemonProcess(in: directory, store: .sqlite)
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.**")
    try sqlite("INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, 'Mine')")
    let change = try watcher.next()
    expect(
      Set(change["params", "boxes"]?.names ?? []),
      equals: ["topics.ai.pros.items", "topics.ai.summary"])
    expect(change["params", "boxes", "topics.ai.summary", "pros"]?.integer, equals: 5)
    try sqlite("PRAGMA foreign_keys = ON; DELETE FROM topic WHERE id = 'ai'")
    let removal = try watcher.next()
    expect(removal["params", "removed"]?.elements?.isEmpty, equals: false)
    try sqlite("INSERT INTO topic (id, title, created, updated) VALUES ('b', 'B', 0, 0)")
    expect(try watcher.next()["params", "boxes", "topics.b.summary", "title"]?.string, equals: "B")
    expect(try titles(peer), equals: ["B"])
  }

  @Test func `several stores behave the same, each under its root`() throws {
    try configure(
      #""topics":{"sqlite":"topics.sqlite"},"wiki":{"sqlite":"more.sqlite"},"scratch":{"memory":true}"#
    )
    let peer = try DaemonProcess(in: directory).connect()
    for root in ["wiki", "scratch"] {
      expect(try titles(peer, root).isEmpty)
      expect(
        try peer.call("\(root).create", #"{"title":"A"}"#)["result", "id"]?.string, equals: "a")
      expect(
        try peer.call("\(root).a.pros.add", #"{"text":"New"}"#)["result", "id"]?.string, equals: "1"
      )
      expect(try titles(peer, root), equals: ["A"])
    }
    expect(try titles(peer), equals: ["Artificial Intelligence"])
  }

  @Test func `a failing store is reported, and the others work`() throws {
    for name in ["procon.sock.state", "procon.sock.state/procon"] {
      mkdir(directory.file(name), 0o700)
    }
    try write(
      "This is not a database.", to: directory.file("procon.sock.state/procon/wiki"))
    try configure(#""wiki":{"sqlite":"wiki"},"topics":{"sqlite":"topics.sqlite"}"#)
    let peer = try DaemonProcess(in: directory).connect()
    expect(try titles(peer), equals: ["Artificial Intelligence"])
    let answer = try peer.call("get", #"{"boxes":["wiki.isErrorFree"]}"#)
    let content = answer["result", "boxes", "wiki.isErrorFree"]
    expect(content?["status"]?.boolean, equals: false)
    expect(content?["message"]?.string?.contains("the store is damaged: "), equals: true)
    let refused = try peer.call("wiki.create", #"{"title":"A"}"#)
    expect(refused.errorCode, equals: -32000)
    expect(refused["error", "data", "reason"]?.string, equals: "store")
  }

  @Test func `a reload mounts and unmounts, and does not affect the others`() throws {
    try configure(#""topics":{"memory":true},"old":{"memory":true}"#)
    let daemon = try DaemonProcess(in: directory)
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try peer.call("topics.create", #"{"title":"Kept"}"#)
    try peer.call("old.create", #"{"title":"A"}"#)
    try watcher.subscribe("*.*.summary")
    try configure(#""topics":{"memory":true},"new":{"sqlite":"new.sqlite"}"#)
    daemon.process.signal(SIGHUP)
    let change = try watcher.next()
    expect(change["params", "removed"]?.elements?.compactMap(\.string), equals: ["old.a.summary"])
    expect(try peer.call("old.create", #"{"title":"A"}"#).errorCode, equals: -32601)
    expect(try peer.call("new.create", #"{"title":"B"}"#)["result", "id"]?.string, equals: "b")
    expect(
      try watcher.next()["params", "boxes"]?.names, equals: ["new.b.summary"])
    expect(try titles(peer).count, equals: 2)
    // That root with another store.
    try configure(#""topics":{"sqlite":"topics.sqlite"}"#)
    daemon.process.signal(SIGHUP)
    let removed = try watcher.next()["params", "removed"]?.elements?.count
    expect(removed == 2 || removed == 3)
    expect(try titles(peer), equals: ["Artificial Intelligence"])
  }

  @Test(arguments: [
    (#""a.b":{"memory":true}"#, "\"a.b\" cannot be mounted: a root is one segment of a path"),
    (
      #""shared":{"memory":true}"#, "\"shared\" cannot be mounted: a root cannot be any of shared, "
    ),
    (#""get":{"memory":true}"#, "\"get\" cannot be mounted: a root cannot be any of "),
    (#""a":{"memory":false}"#, "memory cannot be false: it must be true"),
    (#""a":{"sqlite":""}"#, "sqlite cannot be \"\": it must be a path"),
    (#""a":{"tape":"x"}"#, "a must be {\"sqlite\": a path}, {\"files\""),
    (#""a":{}"#, "a must be {\"sqlite\": a path}, "),
    (#""a":{"sqlite":"x"},"b":{"sqlite":"x"}"#, "b has the same file as a"),
    (#""a":{"files":1}"#, "files cannot be 1: it must be a path"),
    (#""a":{"files":"x"},"b":{"files":"x"}"#, "b has the same directory as a"),
    (
      #""a":{"memory":true},"a":{"memory":true}"#, "duplicate key a; first used on line 1"
    ),
  ])
  func `a mistake in the mounts is reported with its line`(mounts: String, fault: String) throws {
    try configure(mounts)
    let file = directory.file("procon/procond.json")
    let process = try ChildProcess(
      builtProgram("procond"), ["--config", file, "--socket", directory.file("s")],
      environment: ["PROCON_STATE_DIR": directory.file("state")])
    expect(try process.waitForEnd(), equals: .exited(78))
    expect(
      process.standardError.hasPrefix("procond: \(file):1: \(fault)"), "\(process.standardError)")
  }

  @Test func `a second daemon cannot use the same state directory`() throws {
    let first = try DaemonProcess(in: directory)
    let process = try ChildProcess(
      builtProgram("procond"), ["--socket", directory.file("other")],
      environment: ["PROCON_STATE_DIR": directory.file("procon.sock.state/procon")])
    expect(try process.waitForEnd(), equals: .exited(69))
    expect(
      process.standardError.contains(
        "is in use by another daemon, process id \(first.process.processID); choose another one"
          + " with --state-dir"), "\(process.standardError)")
    first.process.signal(SIGKILL)
    _ = try first.process.waitForEnd()
    _ = try DaemonProcess(in: directory)
  }

  @Test func `a daemon waits for another one that is exiting and has not closed its stores yet`()
    throws
  {
    let state = directory.file("state")
    mkdir(state, 0o700)
    try write("1 ending\n", to: "\(state)/lock")
    let lock = open("\(state)/lock", O_RDWR)
    expect(flock(lock, LOCK_EX), equals: 0)
    let process = try ChildProcess(
      builtProgram("procond"), ["--socket", directory.file("s"), "--idle-exit", "60"],
      environment: ["PROCON_STATE_DIR": state])
    // It already listens, so clients wait with it.
    try waitUntil("it listens") { access(directory.file("s"), F_OK) == 0 }
    close(lock)
    let peer = try Peer.connect(to: directory.file("s"), waiting: .patience)
    expect(try peer.call("ping")["result"] != nil)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(contents(of: "\(state)/lock"), equals: "\(process.processID) ending\n")
  }

  @Test(arguments: [
    (["STATE_DIRECTORY": "%/a:%/b"], "a"), (["XDG_STATE_HOME": "%/x"], "x/procon"),
    (["XDG_STATE_HOME": "relative", "HOME": "%/h"], "h/.local/state/procon"),
    (["STATE_DIRECTORY": "%/a", "PROCON_STATE_DIR": "%/p"], "p"),
  ])
  func `the state directory is where users expect it`(
    variables: [String: String], place: String
  ) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      ["-i"] + variables.map { "\($0)=\($1.replacing("%", with: directory.path))" } + [
        builtProgram("procond"), "--socket", directory.file("s"), "--idle-exit", "0",
      ])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
    expect(entries(of: directory.file(place)).contains("lock"))
  }

  @Test func `without a place to store topics, the error names the option`() throws {
    let process = try ChildProcess(
      "/usr/bin/env", ["-i", builtProgram("procond"), "--socket", directory.file("s")])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError.contains("set one with --state-dir"))
  }
}
