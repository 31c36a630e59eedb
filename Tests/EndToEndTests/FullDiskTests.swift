import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// A daemon whose disk becomes full: a small file system of its own, which only root may
/// mount.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root may mount a file system"))
struct FullDiskTests {
  private let directory = TemporaryDirectory()
  private let daemon: ChildProcess
  private let peer: Peer

  private var disk: String { directory.file("disk") }

  init() throws {
    let disk = directory.file("disk")
    mkdir(disk, 0o700)
    let script = """
      mount -t tmpfs -o size=300k,mode=0700 tmpfs "$1" &&
        exec "$2" --socket "$3" --state-dir "$1" --idle-exit 60 --keep-shared
      """
    daemon = try ChildProcess(
      "/usr/bin/unshare",
      [
        "--mount", "sh", "-c", script, "sh", disk, builtProgram("procond"), directory.file("s"),
      ])
    peer = try Peer.connect(to: directory.file("s"), waiting: .seconds(30))
  }

  /// Mounts the file system again, with other options.
  private func remount(_ options: String) throws {
    let process = try ChildProcess(
      "/usr/bin/nsenter",
      [
        "--target", "\(daemon.processID)", "--mount", "mount", "-o", "remount,\(options)", disk,
      ])
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
  }

  private func add(_ number: Int) throws -> JSONText {
    let text = "\(number) " + String(repeating: "x", count: 400)
    return try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
  }

  private func content(_ box: String) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]
  }

  /// Adds until it is refused, and returns how many were added.
  private func fill() throws -> Int {
    for number in 0..<1000 {
      let answer = try add(number)
      guard answer["result"] == nil else { continue }
      #expect(answer.errorCode == -32005)
      #expect(answer["error", "data", "retryAfter"]?.integer == 5000)
      return number
    }
    Issue.record("it does not become full")
    return 0
  }

  @Test func `a full disk loses nothing, and says so until there is room again`() throws {
    _ = try content("topics.ai.pros.isErrorFree")
    let added = try fill()
    #expect(try content("topics.ai.summary")?["pros"]?.integer == 4 + added)
    let failure = try content("topics.ai.pros.isErrorFree")
    #expect(failure?["status"]?.boolean == false)
    #expect(failure?["message"]?.string == "the store is full")
    try remount("size=8m")
    #expect(try add(-1)["result", "id"] != nil)
    #expect(try content("topics.ai.pros.isErrorFree")?["status"]?.boolean == true)
    #expect(try content("topics.ai.summary")?["pros"]?.integer == 5 + added)
    daemon.signal(SIGTERM)
    #expect(try daemon.waitForEnd() == .exited(0))
  }

  @Test func `a full disk at the end loses nothing either`() throws {
    _ = try fill()
    daemon.signal(SIGTERM)
    #expect(try daemon.waitForEnd() == .exited(0))
  }

  @Test func `shared boxes that cannot be stored leave the old file, until there is room`() throws {
    // In the daemon's namespace, where alone the file system is mounted.
    let file = "/proc/\(daemon.processID)/root\(disk)/shared.jsonl"
    try peer.set("shared.a", 1)
    try waitUntil("it is stored") { contents(of: file) != nil }
    let stored = contents(of: file)
    try peer.set("shared.b", text(400_000))
    let message = "shared boxes cannot be stored in \(disk)/shared.jsonl: No space left on device"
    try waitUntil("the log says so") { daemon.standardError.contains(message) }
    #expect(contents(of: file) == stored)
    #expect(contents(of: "\(file).new") == nil)
    try peer.set("shared.a", 2)
    try remount("size=8m")
    try waitUntil("it works again") {
      daemon.standardError.contains("shared boxes are stored again")
    }
    #expect(contents(of: file)?.contains(#""box":"shared.a","value":2"#) == true)
    #expect(daemon.standardError.split(separator: message).count == 2)
    daemon.signal(SIGTERM)
    #expect(try daemon.waitForEnd() == .exited(0))
  }
}
