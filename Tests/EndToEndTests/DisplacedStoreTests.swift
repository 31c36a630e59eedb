import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A database whose files are removed or renamed while a daemon uses them.
@Suite(.blocking) struct DisplacedStoreTests {
  private let directory = TemporaryDirectory()
  private var database: String { directory.file("procon.sock.state/procon/topics.sqlite") }

  private func start() throws -> DaemonProcess {
    try DaemonProcess(in: directory, store: .sqlite)
  }

  private func add(_ text: String, _ peer: Peer) throws -> JSONText {
    try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
  }

  private func content(_ box: String, _ peer: Peer) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]
  }

  private func texts(_ peer: Peer) throws -> [String] {
    try content("topics.ai.pros.items", peer)?.elements?.compactMap { $0["text"]?.string } ?? []
  }

  /// Waits for an alert that begins with these words, and returns all of it.
  private func waitForAlert(_ words: String?, _ watcher: Peer) throws {
    while true {
      let alert = try watcher.next()["params", "boxes", "topics.isErrorFree"]
      guard let status = alert?["status"]?.boolean else { continue }
      if let words {
        if alert?["message"]?.string?.hasPrefix(words) == true { return }
      } else if status {
        return
      }
    }
  }

  @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
  func `changes are refused when the log is removed, and a crash loses none of the others`(
    endings: [String]
  ) throws {
    let daemon = try start()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.isErrorFree")
    for number in 1...3 { expect(try add("\(number)", peer)["result"] != nil) }
    for ending in endings { unlink(database + ending) }
    let words = "\(database)\(endings[0]) was removed or replaced, so nothing can be changed"
    try waitForAlert(words, watcher)
    let refused = try add("4", peer)
    expect(refused.errorCode, equals: -32005)
    expect(refused["error", "message"]?.string?.contains(words), equals: true)
    expect(try peer.call("topics.create", #"{"title":"B"}"#).errorCode, equals: -32005)
    expect(try texts(peer).suffix(3), equals: ["1", "2", "3"])
    expect(daemon.process.standardError.contains("topics: \(words)"))

    daemon.process.signal(SIGKILL)
    _ = try daemon.process.waitForEnd()
    let next = try start()
    let other = try next.connect()
    expect(try texts(other).suffix(3), equals: ["1", "2", "3"])
    expect(try add("4", other)["result"] != nil)
    expect(try content("topics.isErrorFree", other)?["status"]?.boolean, equals: true)
    expect(try next.terminate(), equals: .exited(0))
  }

  @Test func `a database that was renamed is not replaced by a new one, not by a restart either`()
    throws
  {
    let daemon = try start()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.isErrorFree")
    expect(try add("Kept", peer)["result"] != nil)
    expect(rename(database, "\(database).old"), equals: 0)
    try waitForAlert("\(database) was removed or replaced, so nothing can be changed", watcher)
    expect(try add("Refused", peer).errorCode, equals: -32005)
    expect(try texts(peer).last, equals: "Kept")
    expect(access(database, F_OK) != 0)
    daemon.process.signal(SIGKILL)
    _ = try daemon.process.waitForEnd()

    let next = try start()
    let other = try next.connect()
    let alert = try content("topics.isErrorFree", other)
    expect(alert?["status"]?.boolean, equals: false)
    expect(alert?["message"]?.string?.contains("\(database) is missing; put it back"), equals: true)
    expect(try other.call("topics.create", #"{"title":"B"}"#).errorCode, equals: -32005)
    expect(access(database, F_OK) != 0)
    expect(next.process.standardError.contains("\(database) is missing; put it back"))
    let follower = try next.connect()
    try follower.subscribe("topics.isErrorFree")
    expect(rename("\(database).old", database), equals: 0)
    try waitForAlert(nil, follower)
    expect(try texts(other).last, equals: "Kept")
    expect(try add("New", other)["result"] != nil)
    expect(try next.terminate(), equals: .exited(0))
  }

  @Test func `a reload uses the database that has replaced another one`() throws {
    let first = try start()
    expect(try first.terminate(), equals: .exited(0))
    let copy = try ChildProcess("/usr/bin/env", ["cp", database, "\(database).copy"])
    expect(try copy.waitForEnd(), equals: .exited(0))
    let daemon = try start()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.isErrorFree")
    expect(try add("Old", peer)["result"] != nil)
    expect(rename("\(database).copy", database), equals: 0)
    try waitForAlert("\(database) was removed or replaced", watcher)
    expect(try add("Refused", peer).errorCode, equals: -32005)
    expect(try texts(peer).last, equals: "Old")
    expect(try peer.call("daemon.reload")["result"] != nil)
    try waitForAlert(nil, watcher)
    expect(try add("New", peer)["result"] != nil)
    expect(try texts(peer).count, equals: 5)
    expect(try daemon.terminate(), equals: .exited(0))
  }
}
