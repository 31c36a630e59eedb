import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Keep-alive messages for a service manager's watchdog, as described in sd_watchdog_enabled(3).
@Suite(.blocking) struct WatchdogTests {
  private let directory = TemporaryDirectory()
  private let receiver: StateReceiver

  init() throws {
    receiver = try StateReceiver(at: directory.file("notify"))
  }

  @Test func `keep-alives are sent twice per interval`() throws {
    // Measured from before the daemon's start: however late this process reads them, they are not
    // closer together.
    let start = ContinuousClock.now
    let daemon = try daemon(["WATCHDOG_USEC": "1000000"])
    for _ in 0..<4 { try receiver.wait(for: "WATCHDOG=1") }
    // Not more often either: the daemon sleeps otherwise.
    expect(start.duration(to: .now) >= .seconds(2))
    expect(try daemon.connect().call("ping")["result"] != nil)
  }

  @Test func `a stuck daemon sends none until it continues`() throws {
    let daemon = try daemon(["WATCHDOG_USEC": "200000"])
    try receiver.wait(for: "WATCHDOG=1")
    daemon.process.signal(SIGSTOP)
    try waitUntil("it is stopped") { state(of: daemon.process.processID) == "T" }
    // Messages that it sent before.
    while (try? receiver.next(within: .zero)) != nil {}
    #expect(throws: DeadlinePassed.self) { try receiver.next(within: .milliseconds(600)) }
    daemon.process.signal(SIGCONT)
    try receiver.wait(for: "WATCHDOG=1")
  }

  @Test(arguments: [nil, "1"])
  func `there are no keep-alives if nobody requested them, or for another process`(_ asked: String?)
    throws
  {
    var environment: [String: String] = [:]
    if let asked { environment = ["WATCHDOG_USEC": "100000", "WATCHDOG_PID": asked] }
    let daemon = try daemon(environment)
    try receiver.wait(for: "READY=1")
    // The clients that waited for it to listen come and go.
    while let states = try? receiver.next(within: .milliseconds(1200)) {
      expect(states.allSatisfy { $0.hasPrefix("STATUS=") })
    }
    expect(try daemon.terminate(), equals: .exited(0))
  }

  @Test func `keep-alives can be requested for this process`() throws {
    let script = "WATCHDOG_PID=$$ exec \"$@\""
    let process = try ChildProcess(
      "/bin/sh",
      [
        "-c", script, "sh", builtProgram("procond"), "--socket", directory.file("procon.sock"),
        "--idle-exit", "60",
      ], environment: ["NOTIFY_SOCKET": receiver.name, "WATCHDOG_USEC": "100000"])
    try receiver.wait(for: "WATCHDOG=1")
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: ["0", "-5", "soon"])
  func `an impossible interval is an error`(_ interval: String) throws {
    let process = try ChildProcess(
      builtProgram("procond"), ["--socket", directory.file("procon.sock")],
      environment: ["NOTIFY_SOCKET": receiver.name, "WATCHDOG_USEC": interval])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError, equals: "procond: WATCHDOG_USEC cannot be '\(interval)'\n")
  }

  private func daemon(_ environment: [String: String]) throws -> DaemonProcess {
    try DaemonProcess(
      environment: environment.merging(["NOTIFY_SOCKET": receiver.name]) { $1 }, in: directory)
  }

  private func state(of process: Int32) -> String? {
    let fields = contents(of: "/proc/\(process)/stat")?.split(separator: " ") ?? []
    return fields.count > 2 ? String(fields[2]) : nil
  }
}
