import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The identity that a state directory keeps.
@Suite(.blocking) struct IdentityTests {
  private let directory = TemporaryDirectory()
  private var state: String { directory.file("procon.sock.state/procon") }
  private var file: String { "\(state)/identity.json" }

  private func identity(of daemon: DaemonProcess) throws -> String? {
    try Peer(to: daemon.socket, of: daemon).next()["params", "identity"]?.string
  }

  private func makeState() {
    for directory in [directory.file("procon.sock.state"), state] { mkdir(directory, 0o700) }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `it stays with the state directory, whatever the daemon holds`(signal: Int32) throws {
    let first = try DaemonProcess(in: directory, store: .memory)
    let identity = try require(try identity(of: first))
    first.process.signal(signal)
    try first.process.waitForEnd()
    expect(
      try self.identity(of: try DaemonProcess(in: directory, store: .memory)), equals: identity)
    expect(try self.identity(of: try DaemonProcess(store: .memory)) != identity)
  }

  @Test(arguments: [
    "damaged", #"{"version":1,"identity":7}"#, #"{"version":2,"identity":"x"}"#, "\n",
  ])
  func `a damaged file is replaced`(text: String) throws {
    makeState()
    try write("\(text)\n", to: file)
    let daemon = try DaemonProcess(in: directory)
    let identity = try require(try identity(of: daemon))
    expect(contents(of: file), equals: "{\"version\":1,\"identity\":\"\(identity)\"}\n")
    if text != "\n" {
      expect(
        daemon.process.standardError.contains("\(file):1: "), "\(daemon.process.standardError)")
    }
  }

  @Test func `a daemon that cannot store one has none`() throws {
    makeState()
    // A directory cannot be overwritten by a file.
    mkdir("\(file).new", 0o700)
    let daemon = try DaemonProcess(in: directory)
    expect(try identity(of: daemon) == nil)
    expect(
      daemon.process.standardError.contains(
        "\(file) cannot be written: File exists; clients cannot recognize this daemon"))
  }
}
