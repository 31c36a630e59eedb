import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The boxes in which the daemon describes itself.
@Suite(.blocking) struct DaemonSceneTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `info has version, process, start, epoch, and whether shared boxes are kept`() throws {
    let hello = try require(try Peer(to: daemon.socket, of: daemon).next()["params"])
    let info = try require(try get("daemon.info"))
    expect(info.names, equals: ["epoch", "keepsShared", "pid", "started", "version"])
    expect(info["keepsShared"]?.boolean, equals: false)
    expect(info["epoch"], equals: hello["epoch"])
    expect(info["pid"]?.integer, equals: Int(getpid()))
    expect(hello["server"]?.string, equals: "procond \(info["version"]?.string ?? "")")
    let time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/
    expect(info["started"]?.string?.wholeMatch(of: time) != nil)
  }

  @Test func `stats count connections, subscribers, revisions, lines and bytes`() throws {
    let subscriber = try daemon.connect()
    try subscriber.call("subscribe", #"{"boxes":["shared.**"]}"#)
    var bytes = 0
    while true {
      let line = try subscriber.nextLine()
      bytes += line.count + 1
      if try JSONText(parsing: line)["method"]?.string == "synced" { break }
    }
    try peer.call("set", #"{"box":"shared.a","value":1}"#)
    bytes += try subscriber.nextLine().count + 1
    let revision = try peer.revision()
    let stats = try require(try get("daemon.stats"))
    expect(
      stats.names,
      equals: [
        "bytes", "changes", "connections", "memory", "revision", "subscribers", "uptime",
      ])
    expect(stats["connections"]?.integer, equals: 2)
    expect(stats["subscribers"]?.integer, equals: 1)
    expect(stats["revision"]?.integer, equals: revision)
    expect(stats["changes"]?.integer, equals: 2)
    expect(stats["bytes"]?.integer, equals: bytes)
  }

  @Test func `stats have the memory in use and when they were counted`() throws {
    let first = try require(try get("daemon.stats"))
    let memory = try require(first["memory"]?.integer)
    let page = 4096
    expect(memory.isMultiple(of: page))
    expect((1 << 20..<1 << 30).contains(memory))
    let start = try require(first["uptime"]?.double)
    var next = start
    while next == start { next = try require(try get("daemon.stats")?["uptime"]?.double) }
    // They are at most a second old when read, and counted at most once a second.
    expect(next - start >= 0.999)
  }

  @Test func `stats are sent only to subscribers, and at most once a second`() throws {
    try peer.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    _ = try peer.next("synced")
    let other = try daemon.connect()
    let start = ContinuousClock.now
    // Neither connections nor readers make them arrive sooner.
    var changes = 0
    while changes < 2 {
      _ = try other.call("get", #"{"boxes":["daemon.stats"]}"#)
      try peer.send(#"{"id":"p","method":"ping"}"#)
      while case let line = try peer.next(), line["id"] == nil {
        if line["method"]?.string == "change" { changes += 1 }
      }
    }
    expect(start.duration(to: .now) >= .seconds(1))
  }

  @Test func `nothing happens while nobody subscribes to stats`() throws {
    let quiet = try Peer(to: daemon.socket, of: daemon, patience: .seconds(1.5))
    try quiet.send(#"{"method":"subscribe","params":{"boxes":["**"]}}"#)
    _ = try quiet.next("synced")
    try peer.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    try peer.call("unsubscribe")
    let revision = try peer.revision()
    #expect(throws: DeadlinePassed.self) { try quiet.next() }
    expect(try peer.revision(), equals: revision)
  }

  private func get(_ path: String) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes", path]
  }
}
