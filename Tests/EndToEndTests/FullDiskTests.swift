import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A daemon whose disk becomes full or read-only.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root may mount a file system"))
struct FullDiskTests {
  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `a full disk loses nothing and is reported until there is space again`(
    store: DaemonProcess.Store
  ) throws {
    let disk = try SmallDisk(store)
    _ = try disk.content("topics.ai.pros.isErrorFree")
    let added = try disk.fill()
    expect(try disk.content("topics.ai.summary")?["pros"]?.integer, equals: 4 + added)
    let failure = try disk.content("topics.ai.pros.isErrorFree")
    expect(failure?["status"]?.boolean, equals: false)
    expect(failure?["message"]?.string, equals: "the store is full")
    try disk.remount("size=8m")
    expect(try disk.add(-1)["result", "id"] != nil)
    expect(try disk.content("topics.ai.pros.isErrorFree")?["status"]?.boolean, equals: true)
    expect(try disk.content("topics.ai.summary")?["pros"]?.integer, equals: 5 + added)
    disk.daemon.signal(SIGTERM)
    expect(try disk.daemon.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `a full disk at shutdown loses nothing either`(store: DaemonProcess.Store) throws {
    let disk = try SmallDisk(store)
    _ = try disk.fill()
    disk.daemon.signal(SIGTERM)
    expect(try disk.daemon.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files], [SIGTERM, SIGKILL])
  func `a daemon that starts on a full disk shows boards, and accepts changes when there is space`(
    store: DaemonProcess.Store, end: Int32
  ) throws {
    var disk = try SmallDisk(store)
    try disk.peer.set("shared.a", 1)
    let added = try disk.fill()
    try disk.restart(after: end)
    expect(try disk.content("topics.ai.summary")?["pros"]?.integer, equals: 4 + added)
    expect(try disk.content("topics.ai.pros.items")?.elements?.count, equals: 4 + added)
    expect(try disk.add(-1).errorCode, equals: -32005)
    let failure = try disk.content("topics.ai.pros.isErrorFree")
    expect(failure?["message"]?.string, equals: "the store is full")
    let set = try disk.peer.call("set", #"{"box":"shared.b","value":2}"#)
    expect(set.errorCode, equals: -32005)
    let log = disk.daemon.standardError
    expect(log.contains("revisions.json cannot be written: No space left on device"), "\(log)")
    if store == .sqlite {
      let obstacle = "the disk is full, so nothing can be changed until there is room"
      expect(log.contains(obstacle), "\(log)")
      let alert = try disk.content("topics.isErrorFree")
      expect(alert?["message"]?.string?.contains(obstacle), equals: true)
    }
    try disk.remount("size=8m")
    expect(try disk.add(-1)["result", "id"] != nil)
    expect(try disk.content("topics.ai.summary")?["pros"]?.integer, equals: 5 + added)
    expect(try disk.content("topics.ai.pros.isErrorFree")?["status"]?.boolean, equals: true)
    expect(try disk.content("topics.isErrorFree")?["status"]?.boolean, equals: true)
    try waitUntil("shared boxes can be changed") {
      (try? disk.peer.call("set", #"{"box":"shared.b","value":2}"#))?["result"] != nil
    }
    disk.daemon.signal(SIGTERM)
    expect(try disk.daemon.waitForEnd(), equals: .exited(0))
  }

  @Test func `a database that was opened on a full disk works again without a change`() throws {
    var disk = try SmallDisk(.sqlite)
    _ = try disk.content("topics.ai.pros.isErrorFree")
    try disk.restart(after: SIGTERM)
    let watcher = try Peer.connect(to: disk.socket)
    try watcher.subscribe("topics.isErrorFree")
    expect(try disk.content("topics.isErrorFree")?["status"]?.boolean, equals: false)
    try disk.remount("size=8m")
    while try watcher.next()["params", "boxes", "topics.isErrorFree", "status"]?.boolean != true {}
  }

  // Only with files: a file that SQLite has open for writing keeps its disk from becoming
  // read-only.
  @Test func `a read-only disk can be read, and accepts changes when it is writable again`() throws
  {
    let disk = try SmallDisk(.files, holdsState: false)
    _ = try disk.content("topics.ai.pros.isErrorFree")
    expect(try disk.add(1)["result", "id"] != nil)
    try disk.remount("ro")
    let answer = try disk.add(2)
    expect(answer.errorCode, equals: -32005)
    expect(answer["error", "data", "retryAfter"]?.integer, equals: 5000)
    let failure = try disk.content("topics.ai.pros.isErrorFree")
    expect(
      failure?["message"]?.string,
      equals: "the store is not available: \(disk.path)/topics: Read-only file system")
    expect(try disk.content("topics.ai.summary")?["pros"]?.integer, equals: 5)
    try disk.remount("rw")
    expect(try disk.add(3)["result", "id"] != nil)
    expect(try disk.content("topics.ai.pros.isErrorFree")?["status"]?.boolean, equals: true)
  }

  @Test func `shared boxes that cannot be stored keep the old file until there is space`() throws {
    let disk = try SmallDisk(.sqlite)
    let daemon = disk.daemon
    // In the daemon's namespace, the only one where the file system is mounted.
    let file = "/proc/\(daemon.processID)/root\(disk.path)/shared.jsonl"
    try disk.peer.set("shared.a", 1)
    try waitUntil("it is stored") { contents(of: file) != nil }
    let stored = contents(of: file)
    try disk.peer.set("shared.b", text(400_000))
    let message =
      "shared boxes cannot be stored in \(disk.path)/shared.jsonl: No space left on device"
    try waitUntil("the log says so") { daemon.standardError.contains(message) }
    expect(contents(of: file), equals: stored)
    expect(contents(of: "\(file).new") == nil)
    try disk.peer.set("shared.a", 2)
    try disk.remount("size=8m")
    try waitUntil("it works again") {
      daemon.standardError.contains("shared boxes are stored again")
    }
    expect(contents(of: file)?.contains(#""box":"shared.a","value":2"#), equals: true)
    expect(daemon.standardError.split(separator: message).count, equals: 2)
    daemon.signal(SIGTERM)
    expect(try daemon.waitForEnd(), equals: .exited(0))
  }
}

/// A small file system, and a daemon that keeps its topics there.
private struct SmallDisk {
  private(set) var daemon: ChildProcess
  private(set) var peer: Peer
  private let directory: TemporaryDirectory
  /// Keeps the namespace in which the file system is mounted.
  private let keeper: ChildProcess
  private let state: String

  var path: String { directory.file("disk") }
  var socket: String { directory.file("s") }

  /// - Parameter holdsState: whether the state directory is there too.
  init(_ store: DaemonProcess.Store, holdsState: Bool = true) throws {
    let directory = TemporaryDirectory()
    let disk = directory.file("disk")
    let state = holdsState ? disk : directory.file("state")
    for path in Set([disk, state]) { mkdir(path, 0o700) }
    let mount =
      holdsState ? store.rawValue : store.rawValue.replacing("topics", with: "\(disk)/topics")
    try write(#"{"mounts":{"topics":\#(mount)}}"#, to: directory.file("c.json"))
    let script = """
      mount -t tmpfs -o size=300k,mode=0700 tmpfs "$1" && echo && exec sleep 600
      """
    let keeper = try ChildProcess(
      "/usr/bin/unshare", ["--mount", "sh", "-c", script, "sh", disk])
    try keeper.waitForOutput()
    (self.directory, self.keeper, self.state) = (directory, keeper, state)
    (daemon, peer) = try Self.start(in: directory, keeper, state)
  }

  private static func start(
    in directory: TemporaryDirectory, _ keeper: ChildProcess, _ state: String
  ) throws -> (ChildProcess, Peer) {
    let daemon = try ChildProcess(
      "/usr/bin/nsenter",
      [
        "--target", "\(keeper.processID)", "--mount", builtProgram("procond"), "--socket",
        directory.file("s"), "--state-dir", state, "--config", directory.file("c.json"),
        "--idle-exit", "60", "--keep-shared",
      ])
    return (daemon, try Peer.connect(to: directory.file("s"), waiting: .patience))
  }

  /// Ends the daemon with a signal, fills the file system, and starts another daemon.
  mutating func restart(after signal: Int32) throws {
    daemon.signal(signal)
    try daemon.waitForEnd()
    let filling = try enter("sh", "-c", "cat /dev/zero > \(path)/filler")
    expect(filling.standardError.contains("No space left on device"))
    (daemon, peer) = try Self.start(in: directory, keeper, state)
  }

  /// Runs a program where the file system is mounted.
  private func enter(_ command: String...) throws -> ChildProcess {
    let process = try ChildProcess(
      "/usr/bin/nsenter", ["--target", "\(keeper.processID)", "--mount"] + command)
    try process.waitForEnd()
    return process
  }

  /// Remounts the file system with other options.
  func remount(_ options: String) throws {
    let process = try enter("mount", "-o", "remount,\(options)", path)
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
  }

  func add(_ number: Int) throws -> JSONText {
    // 2 kB each.
    let text = "\(number) " + String(repeating: "\u{1F600}", count: 480)
    return try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
  }

  func content(_ box: String) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]
  }

  /// Adds until it is refused, and returns the number of additions.
  func fill() throws -> Int {
    for number in 0..<1000 {
      let answer = try add(number)
      guard answer["result"] == nil else { continue }
      expect(answer.errorCode, equals: -32005)
      expect(answer["error", "data", "retryAfter"]?.integer, equals: 5000)
      return number
    }
    Issue.record("the disk does not become full")
    return 0
  }
}
