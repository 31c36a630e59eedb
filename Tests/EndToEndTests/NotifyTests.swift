import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What the daemon sends to a service manager, as described in sd_notify(3).
@Suite(.blocking) struct NotifyTests {
  private let directory = TemporaryDirectory()

  @Test(arguments: [false, true])
  func `the daemon reports that it serves, its clients, and that it stops`(_ isAbstract: Bool)
    throws
  {
    let path = directory.file("notify")
    let receiver = try StateReceiver(at: isAbstract ? "@procon-test\(path)" : path)
    let daemon = try daemon(receiver)
    expect(try receiver.next().first, equals: "FDSTORE=1")
    expect(try receiver.next(), equals: ["READY=1", "STATUS=0 clients"])
    // Connections that waited for it to listen may still be counted.
    let peers = [try daemon.connect(), try daemon.connect()]
    try receiver.wait(for: "STATUS=2 clients")
    peers[0].close()
    try receiver.wait(for: "STATUS=1 client")
    daemon.process.signal(SIGTERM)
    try receiver.wait(for: "STOPPING=1")
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
    peers[1].close()
  }

  @Test func `the daemon listens before it reports that it is ready`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let socket = directory.file("procon.sock")
    let process = try ChildProcess(
      builtProgram("procond"), ["--socket", socket, "--idle-exit", "60"],
      environment: ["NOTIFY_SOCKET": receiver.name])
    try receiver.wait(for: "READY=1")
    expect(try Peer.connect(to: socket).call("ping")["result"] != nil)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  @Test func `many clients that connect at once are reported in few messages`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let start = ContinuousClock.now
    let daemon = try daemon(receiver)
    try receiver.wait(for: "READY=1")
    let peers = try (0..<200).map { _ in try daemon.connect() }
    let states = try receiver.wait(for: "STATUS=200 clients")
    // One a second.
    let seconds = start.duration(to: .now).components.seconds
    expect(states.count <= Int(seconds) + 1, "\(states)")
    for peer in peers { peer.close() }
    try receiver.wait(for: "STATUS=0 clients")
  }

  @Test func `a reload is reported with its time and its end`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let daemon = try daemon(receiver)
    try receiver.wait(for: "READY=1")
    let before = microseconds()
    daemon.process.signal(SIGHUP)
    let states = try require(try receiver.wait(for: "RELOADING=1").last)
    let time = try require(states.last?.split(separator: "=").last.flatMap { Int($0) })
    expect(states.last?.hasPrefix("MONOTONIC_USEC="), equals: true)
    expect((before...microseconds()).contains(time))
    try receiver.wait(for: "READY=1")
    // A second time.
    daemon.process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    try receiver.wait(for: "READY=1")
  }

  @Test func `the daemon does not wait for a full manager, and reports later`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let count = try receiver.fill()
    let daemon = try daemon(receiver)
    expect(try daemon.connect().call("ping")["result"] != nil)
    for _ in 0..<count { expect(try receiver.next(), equals: ["X=1"]) }
    expect(try receiver.next().first, equals: "FDSTORE=1")
    expect(try receiver.next().first, equals: "READY=1")
  }

  /// systemd ignores messages of more than 4096 bytes.
  @Test func `the end of a failed reload is reported, however long the error is`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let file = directory.file("procond.json")
    try write("{}", to: file)
    let daemon = try DaemonProcess(
      ["--config", file], environment: ["NOTIFY_SOCKET": receiver.name], in: directory)
    try receiver.wait(for: "READY=1")
    let long = String(repeating: "\u{1F600}", count: 5000)
    for text in ["{\"\(long)\":1}", "{\"log-level\":\"\(long)\"}", "{\"limits\":{\"\(long)\":1}}"] {
      try write(text, to: file)
      daemon.process.signal(SIGHUP)
      try receiver.wait(for: "RELOADING=1")
      let states = try require(try receiver.wait(for: "READY=1").last)
      expect(states.joined(separator: "\n").utf8.count <= 4096)
      expect(states.last?.contains("old configuration, since \(file):1: "), equals: true)
    }
  }

  @Test func `a full manager gets the newest of many reloads`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    let daemon = try daemon(receiver)
    try receiver.wait(for: "READY=1")
    let count = try receiver.fill()
    for number in 1...50 {
      daemon.process.signal(SIGHUP)
      try waitUntil("it was read") {
        daemon.process.standardError.split(separator: "configured by").count > number
      }
    }
    for _ in 0..<count { expect(try receiver.next(), equals: ["X=1"]) }
    let peer = try daemon.connect()
    let states = try receiver.wait(for: "STATUS=1 client")
    expect(states.count <= 20, "\(states.count)")
    expect(states.last { $0.first != "STATUS=1 client" }?.first, equals: "READY=1", "\(states)")
    peer.close()
  }

  @Test func `a missing manager does no harm`() throws {
    let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": directory.file("nobody")])
    expect(try daemon.connect().call("ping")["result"] != nil)
    expect(try daemon.terminate(), equals: .exited(0))
    let long = String(repeating: "x", count: 200)
    let other = try DaemonProcess(environment: ["NOTIFY_SOCKET": "/\(long)"])
    expect(other.process.standardError.contains("NOTIFY_SOCKET cannot be '/\(long)'"))
  }

  private func daemon(_ receiver: StateReceiver) throws -> DaemonProcess {
    try DaemonProcess(environment: ["NOTIFY_SOCKET": receiver.name], in: directory)
  }

  private func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }
}
