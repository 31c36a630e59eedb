import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A daemon that is killed while it writes: everything it answered is stored, and nothing is stored
/// partly.
@Suite(.blocking) struct CrashTests {
  private let directory = TemporaryDirectory()

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `every acknowledged write survives kill -9 at any moment`(
    store: DaemonProcess.Store
  ) throws {
    var random = SeededGenerator(seed: testSeed())
    // By text, in order; a write without an answer may be stored or not.
    var known: [String] = []
    var written = 0
    while written < TestLength.size(200, long: 2000) {
      let daemon = try DaemonProcess(in: directory, store: store)
      let peer = try daemon.connect()
      try expectAll(known, in: peer)
      known = try texts(peer)
      // Some are in progress when the daemon is killed at an arbitrary moment.
      let count = Int.random(in: 50...150, using: &random)
      let answered = Int.random(in: 0..<count, using: &random)
      for number in written..<written + count {
        try peer.send(
          #"{"id":\#(number),"method":"topics.ai.\#(number.isMultiple(of: 2) ? "pros" : "cons").add","#
            + #""params":{"text":"Number \#(number)"}}"#)
      }
      for _ in 0..<answered {
        let answer = try peer.next()
        let number = try require(answer["id"]?.integer)
        expect(answer["result", "id"] != nil, "\(answer)")
        known.append("Number \(number)")
      }
      daemon.process.signal(SIGKILL)
      expect(try daemon.process.waitForEnd(), equals: .killed(signal: SIGKILL))
      written += count
      // A side holds 1,000.
      if known.count > 1000 { known = try removeAll(store) }
    }
    let daemon = try DaemonProcess(in: directory, store: store)
    try expectAll(known, in: try daemon.connect())
    expect(try daemon.terminate(), equals: .exited(0))
    try expectSound(store)
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `an import is stored completely or not at all`(store: DaemonProcess.Store) throws {
    var random = SeededGenerator(seed: testSeed())
    var found = Set<Int>()
    let last = TestLength.size(7, long: 39)
    for attempt in 0...last {
      let daemon = try DaemonProcess(in: directory, store: store)
      let peer = try daemon.connect()
      let names = (0..<10).map { "topics.a\(attempt)-\($0).summary" }
      let topics = (0..<10).map { #"{"id":"a\#(attempt)-\#($0)","title":"Imported"}"# }
      try peer.send(
        #"{"id":1,"method":"topics.import","params":{"topics":[\#(topics.joined(separator: ","))]}}"#
      )
      // Later and later, and at last after the answer, which a slow machine may not have sent yet.
      usleep(UInt32.random(in: 0...UInt32(attempt * 80_000 / (last + 1)), using: &random))
      if attempt == last { _ = try peer.nextResponse() }
      daemon.process.signal(SIGKILL)
      expect(try daemon.process.waitForEnd(), equals: .killed(signal: SIGKILL))
      let next = try DaemonProcess(in: directory, store: store)
      let answer = try next.connect().call("get", #"{"boxes":["topics.*.summary"]}"#)
      let boxes = try require(answer["result", "boxes"]?.members, "\(answer)")
      let count = names.count { name in boxes.contains { $0.name == name } }
      expect(count == 0 || count == 10)
      found.insert(count)
      expect(try next.terminate(), equals: .exited(0))
    }
    expect(found, equals: [0, 10], "it was always killed too soon, or too late")
  }

  /// Checks that nothing is stored partly.
  private func expectSound(_ store: DaemonProcess.Store) throws {
    let state = directory.file("procon.sock.state/procon")
    switch store {
    case .memory: break
    case .sqlite:
      let check = try ChildProcess(
        "/usr/bin/env",
        ["sqlite3", "\(state)/topics.sqlite", "PRAGMA integrity_check; PRAGMA foreign_key_check"])
      expect(try check.waitForEnd(), equals: .exited(0))
      expect(check.standardOutput, equals: "ok\n")
    case .files:
      // The document, and at most the version that the last write displaced; and the trash.
      let names = entries(of: "\(state)/topics").filter { $0 != ".trash" }
      expect(names.filter { !$0.hasPrefix(".ai.md.") }, equals: ["ai.md"], "\(names)")
      expect(names.count <= 2, "\(names)")
    }
  }

  /// Expects that the daemon answers the first request, and has all known texts.
  private func expectAll(_ known: [String], in peer: Peer) throws {
    let texts = Set(try texts(peer))
    for text in known where !texts.contains(text) { Issue.record("\(text) is lost") }
  }

  private func texts(_ peer: Peer) throws -> [String] {
    let answer = try peer.call(
      "get",
      #"{"boxes":["topics.isErrorFree","topics.ai.pros.items","topics.ai.cons.items"]}"#)
    expect(answer["result", "boxes", "topics.isErrorFree", "status"]?.boolean, equals: true)
    let boxes = try require(answer["result", "boxes"]?.members, "\(answer)")
    return boxes.flatMap { $0.value.elements ?? [] }.compactMap { $0["text"]?.string }
  }

  /// - Returns: what is left.
  private func removeAll(_ store: DaemonProcess.Store) throws -> [String] {
    let daemon = try DaemonProcess(in: directory, store: store)
    let peer = try daemon.connect()
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    try peer.call("topics.create", #"{"title":"AI"}"#)
    expect(try daemon.terminate(), equals: .exited(0))
    return []
  }
}
