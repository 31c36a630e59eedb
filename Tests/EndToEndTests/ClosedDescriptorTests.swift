import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Programs that are started with some standard descriptors closed.
@Suite(.blocking) struct ClosedDescriptorTests {
  private let directory = TemporaryDirectory()

  @Test(arguments: [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
  func `the daemon serves, and ends on a signal`(closed: [Int]) throws {
    let socket = directory.file("procon.sock")
    let words = "'\(builtProgram("procond"))' --socket '\(socket)' --idle-exit 60"
    let redirections = closed.map { "\($0)>&-" }.joined(separator: " ")
    let shell = try ChildProcess("/bin/sh", ["-c", "exec \(words) \(redirections)"])
    let peer = try Peer.connect(to: socket, waiting: .patience)
    expect(try peer.call("ping")["result"] != nil)
    for descriptor in closed {
      expect(file(descriptor, of: shell.processID), equals: "/dev/null", "\(descriptor)")
    }
    kill(shell.processID, SIGTERM)
    expect(try peer.next("bye")["params", "reason"]?.string, equals: "shutdown")
    try peer.expectEnd()
    try waitUntil("its socket is gone") { access(socket, F_OK) != 0 }
  }

  @Test func `the client gets an answer`() throws {
    let daemon = try DaemonProcess()
    let script = "'\(builtProgram("procon-client"))' ping --socket '\(daemon.socket)' <&- 2>&-"
    let shell = try ChildProcess("/bin/sh", ["-c", script])
    expect(try shell.waitForEnd(), equals: .exited(0))
    expect(shell.standardOutput != "")
  }

  private func file(_ descriptor: Int, of process: Int32) -> String? {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withUnsafeMutableBytes {
      readlink("/proc/\(process)/fd/\(descriptor)", $0.baseAddress!, $0.count)
    }
    return count < 0 ? nil : String(decoding: path[..<count], as: UTF8.self)
  }
}
