import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Revisions of earlier runs on the same state directory.
@Suite(.blocking) struct EarlierRunTests {
  private let directory = TemporaryDirectory()
  private var state: String { directory.file("procon.sock.state/procon") }
  private var file: String { "\(state)/revisions.json" }

  @Test(arguments: [SIGTERM, SIGKILL], [["--keep-shared"], []])
  func `a revision of an earlier run never passes`(signal: Int32, arguments: [String]) throws {
    var stale: [Int] = []
    var epochs: Set<String> = []
    for _ in 0..<3 {
      let daemon = try DaemonProcess(arguments, in: directory)
      let hello = try Peer(to: daemon.socket, of: daemon).next()
      let epoch = try require(hello["params", "epoch"]?.string)
      expect(epochs.insert(epoch).inserted)
      let peer = try daemon.connect()
      // More than in the first run.
      for number in 0..<50 { try peer.set("shared.a", number) }
      for revision in stale {
        let answer = try peer.call(
          "set", #"{"box":"shared.a","value":-1,"ifRevision":\#(revision)}"#)
        expect(answer.errorCode, equals: -32002)
        let deletion = try peer.call("delete", #"{"box":"shared.a","ifRevision":\#(revision)}"#)
        expect(deletion.errorCode, equals: -32002)
      }
      let revision = try peer.revision()
      expect(revision > stale.max() ?? 0)
      stale += [revision - 1, revision]
      daemon.process.signal(signal)
      _ = try daemon.process.waitForEnd()
    }
  }

  @Test func `if the last revision is unknown, revisions start above all earlier ones`() throws {
    for directory in [directory.file("procon.sock.state"), state] { mkdir(directory, 0o700) }
    try write("damaged", to: file)
    let daemon = try DaemonProcess(in: directory)
    expect(try daemon.connect().revision() > 1 << 50)
    let log = daemon.process.standardError
    expect(log.contains("\(file):1: "), "\(log)")
    expect(contents(of: file)?.hasPrefix(#"{"version":1,"next":"#), equals: true)
  }

  @Test func `a daemon that cannot store where the next run starts does not start`() throws {
    let state = directory.file("state")
    // A directory cannot be overwritten by a file.
    for directory in [state, "\(state)/revisions.json.new"] { mkdir(directory, 0o700) }
    let process = try ChildProcess(
      builtProgram("procond"), ["--socket", directory.file("s"), "--state-dir", state])
    expect(try process.waitForEnd(), equals: .exited(73))
    expect(
      process.standardError.hasSuffix(
        "procond: \(state)/revisions.json cannot be written: File exists\n"),
      "\(process.standardError)")
    expect(access(directory.file("s"), F_OK) != 0)
  }
}
