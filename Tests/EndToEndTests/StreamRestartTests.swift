import BoxWire
import BoxWireTestSupport
import EtcdTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Daemons that are killed, and whose manager has kept the stream of changes.
@Suite(.blocking) struct StreamRestartTests {
  private let directory = TemporaryDirectory()
  private let manager: StateReceiver

  init() throws {
    manager = try StateReceiver(at: directory.file("notify"))
  }

  /// A daemon that has stored its stream.
  private func daemon(
    _ store: DaemonProcess.Store = .memory, _ arguments: String...
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(arguments, in: directory, store: store, manager: manager)
    try manager.wait(for: "READY=1")
    return daemon
  }

  private func kill(_ daemon: DaemonProcess) throws {
    daemon.process.signal(SIGKILL)
    expect(try daemon.process.waitForEnd(), equals: .killed(signal: SIGKILL))
  }

  /// Requests that change something.
  private func requests(
    _ random: inout SeededGenerator, _ topics: inout [String]
  ) -> [String] {
    (0..<Int.random(in: 1...30, using: &random)).map { id in
      let box = "shared.b\(Int.random(in: 0...9, using: &random))"
      let (method, parameters): (String, String)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        (method, parameters) = ("topics.create", #"{"title":"Title \#(id)"}"#)
      case 1 where !topics.isEmpty:
        (method, parameters) = ("topics.remove", #"{"id":"\#(topics.removeFirst())"}"#)
      case 2...5: (method, parameters) = ("topics.ai.pros.add", #"{"text":"Text \#(id)"}"#)
      case 6...8: (method, parameters) = ("delete", #"{"box":"\#(box)"}"#)
      case 9:
        let value = String(repeating: "long ", count: Int.random(in: 1...40_000, using: &random))
        (method, parameters) = ("set", #"{"box":"\#(box)","value":"\#(value)"}"#)
      default:
        let value = Int.random(in: 0...3, using: &random)
        (method, parameters) = ("set", #"{"box":"\#(box)","value":\#(value)}"#)
      }
      return #"{"id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    }
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files, .memory])
  func `subscribers of a daemon that is killed again and again miss nothing`(
    store: DaemonProcess.Store
  ) throws {
    var random = SeededGenerator(seed: testSeed())
    let followers = [
      Follower("**"), Follower("shared.**"), Follower("topics.ai.**", "topics.items"),
      Follower("topics.*.summary"), Follower("shared.b1", "topics.ai.pros.items"),
    ]
    var daemon = try daemon(store, "--keep-shared")
    for follower in followers { try follower.follow(try daemon.connect()) }
    let epoch = followers[0].epoch
    for _ in 0..<TestLength.size(6, long: 1000) {
      let writer = try daemon.connect()
      var topics =
        followers[0].values["topics.items"]?.elements?.compactMap { $0["id"]?.string } ?? []
      topics.removeAll { $0 == "ai" }
      let requests = requests(&random, &topics)
      // Some are in progress when the daemon is killed.
      for request in requests { try writer.send(request) }
      for _ in 0..<Int.random(in: 0...requests.count, using: &random) { _ = try writer.next() }
      try kill(daemon)
      for follower in followers { try follower.readToEnd() }
      daemon = try self.daemon(store, "--keep-shared")
      for follower in followers {
        // The first one may request boxes that no client had requested before.
        let peer = try daemon.connect()
        let revision = follower.revision
        let beginning = try follower.follow(peer)
        expect(beginning.resumed)
        expect(!beginning.lines.contains { $0.hasPrefix("snapshot") || $0.hasPrefix("gap") })
        expect(follower.revision >= revision)
        expect(follower.epoch, equals: epoch)
      }
      for follower in followers {
        try follower.sync()
        let other = Follower(follower.patterns)
        try other.follow(try daemon.connect())
        expect(follower.values, equals: other.values)
      }
    }
  }

  @Test func `what a daemon keeps takes as much room as the ring, at most`() throws {
    let daemon = try daemon()
    let peer = try daemon.connect()
    func room() throws -> Int {
      var status = stat()
      try check("fstat", fstat(try require(manager.stored.first).descriptor, &status))
      return Int(status.st_blocks) * 512
    }
    let atRest = try room()
    expect(atRest <= 1 << 18, "\(atRest)")
    let value = String(repeating: "x", count: 100_000)
    for number in 0..<500 { try peer.set("shared.a", #""\#(number)\#(value)""#) }
    // 8 MiB, and what 65,536 changes have besides.
    let full = try room()
    expect(full <= 11 << 20, "\(full)")
  }

  @Test func `a stop and a start without what was kept is a new epoch`() throws {
    let first = try daemon()
    let follower = Follower("shared.**")
    try follower.follow(try first.connect())
    let epoch = follower.epoch
    expect(try first.terminate(), equals: .exited(0))
    try manager.wait(for: "STOPPING=1")
    // A restart.
    let second = try daemon()
    expect(try follower.follow(try second.connect()), equals: .init(resumed: true))
    expect(try second.terminate(), equals: .exited(0))
    let other = try StateReceiver(at: directory.file("other"))
    let third = try DaemonProcess(in: directory, manager: other)
    try other.wait(for: "READY=1")
    expect(try !follower.follow(try third.connect()).resumed)
    expect(follower.epoch != epoch)
    // The first manager's memory is of a run before that.
    expect(try third.terminate(), equals: .exited(0))
    try manager.wait(for: "STOPPING=1")
    let fourth = try daemon()
    expect(try !follower.follow(try fourth.connect()).resumed)
    expect(
      fourth.process.standardError.contains(
        "the stream of an earlier run is not continued: others have used these revisions since"))
    // Only the new one is kept.
    expect(manager.stored.count, equals: 1)
  }

  @Test func `other descriptors are dropped with a line in the log`() throws {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    try manager.keep(null, as: "procon-stream-null")
    let daemon = try daemon()
    let follower = Follower("shared.**")
    try follower.follow(try daemon.connect())
    expect(
      daemon.process.standardError.contains(
        "what is stored as procon-stream-null is not a stream of changes: Invalid argument"))
    expect(manager.stored.map(\.name).contains("procon-stream-null"), equals: false)
    expect(manager.stored.count, equals: 1)
    try kill(daemon)
    expect(try follower.follow(try self.daemon().connect()), equals: .init(resumed: true))
  }

  @Test func `what others change in a cluster while the daemon is down is one revision`()
    async throws
  {
    let members = try await EtcdMembers.shared()
    let prefix = "/\(UInt64.random(in: 0 ... .max))/"
    mkdir(directory.file("procon"), 0o700)
    try write(
      #"{"mounts":{\#(members.boxes("fleet", prefix: prefix))}}"#,
      to: directory.file("procon/procond.json"))
    let first = try daemon()
    let (peer, follower) = (try first.connect(), Follower("fleet.**"))
    for box in ["fleet.a", "fleet.b", "fleet.c"] { try peer.set(box, 1) }
    try follower.follow(peer)
    try kill(first)
    try await members.control(["put", "\(prefix)boxes/a", "2"])
    try await members.control(["del", "\(prefix)boxes/b"])
    try await members.control(["put", "\(prefix)boxes/d", "3"])
    let second = try daemon()
    expect(
      try follower.follow(try second.connect()),
      equals: .init(resumed: true, "change fleet.a fleet.d -fleet.b"))
    try kill(second)
    expect(try follower.follow(try daemon().connect()), equals: .init(resumed: true))
    expect(
      follower.values.filter { $0.value.integer != nil },
      equals: ["fleet.a": 2, "fleet.c": 1, "fleet.d": 3])
  }

  @Test func `conditions hold over a restart`() throws {
    let first = try daemon(.memory, "--keep-shared")
    let peer = try first.connect()
    try peer.set("shared.a", 1)
    let revision = try peer.revision()
    expect(try first.terminate(), equals: .exited(0))
    let second = try daemon(.memory, "--keep-shared").connect()
    for (value, isMade) in [(2, true), (3, false)] {
      let answer = try second.call(
        "set", #"{"box":"shared.a","value":\#(value),"ifRevision":\#(revision)}"#)
      expect(answer.errorCode, equals: isMade ? nil : -32002)
    }
  }
}
