import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Daemons that their manager restarts, and that leave their clients to the next one.
@Suite(.blocking) struct HandOverTests {
  private let directory = TemporaryDirectory()
  private let manager: StateReceiver

  init() throws {
    manager = try StateReceiver(at: directory.file("notify"))
    // What systemctl(1) prints while the unit is restarted.
    mkdir(directory.file("bin"), 0o755)
    try write(
      "#!/bin/sh\ncat '\(directory.file("jobs"))'\n", to: directory.file("bin/systemctl"))
    chmod(directory.file("bin/systemctl"), 0o755)
    try setJob("restart")
  }

  private func setJob(_ type: String) throws {
    try write(
      "1 network.target start waiting\n7 procond.service \(type) running\n",
      to: directory.file("jobs"))
  }

  private func daemon(
    _ store: DaemonProcess.Store = .memory, _ arguments: String...
  ) throws -> DaemonProcess {
    let path = String(cString: getenv("PATH"))
    let daemon = try DaemonProcess(
      arguments,
      environment: [
        "PROCON_UNIT": "procond.service", "PATH": "\(directory.file("bin")):\(path)",
      ],
      in: directory, store: store, manager: manager)
    try manager.wait(for: "READY=1")
    return daemon
  }

  /// Ends a daemon as a manager does that restarts it.
  private func end(_ daemon: DaemonProcess) throws {
    daemon.process.signal(SIGTERM)
    try manager.wait(for: "BARRIER=1")
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
  }

  @Test func `a subscriber does not notice a restart`() throws {
    var daemon = try daemon(.sqlite, "--keep-shared")
    let subscriber = try daemon.connect()
    try subscriber.call("subscribe", #"{"boxes":["**"],"mode":"every"}"#)
    var first = try daemon.connect()
    try first.set("shared.a", 1)
    for round in 1...3 {
      try end(daemon)
      daemon = try self.daemon(.sqlite, "--keep-shared")
      first = try daemon.connect()
      try first.set("shared.a", round + 1)
      try subscriber.send(#"{"id":9,"method":"ping"}"#)
      while true {
        let line = try subscriber.next()
        print("\(line)".prefix(200))
        if "\(line)".contains(#""id":9"#) { break }
      }
    }
    print(daemon.process.standardError)
  }
}
