import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// A database of which some rows cannot be read.
@Suite(.blocking) struct DamagedStoreTests {
  private let directory = TemporaryDirectory()
  private let database = "procon.sock.state/procon/topics.sqlite"

  private func sqlite(_ statement: String) throws {
    let process = try ChildProcess(
      "/usr/bin/env", ["sqlite3", directory.file(database), statement])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
  }

  private func alert(_ peer: Peer) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["topics.isErrorFree"]}"#)[
      "result", "boxes", "topics.isErrorFree"]
  }

  @Test func `a daemon starts without the topic whose title is NULL, and says so`() throws {
    let first = try DaemonProcess(in: directory, store: .sqlite)
    try first.connect().call("topics.create", #"{"title":"Tea"}"#)
    expect(try first.terminate(), equals: .exited(0))
    // As a tool does that edits the schema: PRAGMA integrity_check finds nothing wrong with it.
    try sqlite(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'title TEXT NOT NULL', 'title TEXT')
      WHERE name = 'topic';
      """)
    try sqlite("UPDATE topic SET title = NULL WHERE id = 'ai'")

    let daemon = try DaemonProcess(in: directory, store: .sqlite)
    let peer = try daemon.connect()
    let boxes = try peer.call("get", #"{"boxes":["topics.*.summary"]}"#)["result", "boxes"]
    expect(boxes?.names, equals: ["topics.tea.summary"])
    let alert = try require(try alert(peer))
    expect(alert["status"]?.boolean, equals: false)
    let words = "table topic: the row with id 'ai' is left out: title is NULL"
    expect(alert["message"]?.string, equals: "\(directory.file(database)), \(words)")
    expect(
      try peer.call("topics.tea.pros.add", #"{"text":"Warm"}"#)["result", "id"]?.string, equals: "1"
    )

    let watcher = try daemon.connect()
    try watcher.subscribe("topics.**")
    try sqlite("UPDATE topic SET title = 'Mended' WHERE id = 'ai'")
    // In one change or in two.
    var (isErrorFree, title): (Bool?, String?)
    while isErrorFree != true || title != "Mended" {
      let boxes = try watcher.next()["params", "boxes"]
      isErrorFree = boxes?["topics.isErrorFree", "status"]?.boolean ?? isErrorFree
      title = boxes?["topics.ai.summary", "title"]?.string ?? title
    }
    expect(try daemon.terminate(), equals: .exited(0))
    expect(daemon.process.standardError.contains(words))
  }
}
