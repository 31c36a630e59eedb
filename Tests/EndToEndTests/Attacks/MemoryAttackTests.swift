import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Clients that make the daemon store much. Data for many clients is stored once, and all of it is
/// bounded.
@Suite(.blocking) struct MemoryAttackTests {
  @Test func `an answer of 8 MB that many clients do not read is stored once`() async throws {
    let attacked = try AttackedDaemon("answers of 8 MB")
    let peer = try attacked.daemon.connect()
    let bytes = attacked.size(200_000, full: 1_000_000)
    try peer.setMany((0..<8).map { ("shared.b\($0)", text(bytes)) })
    let count = attacked.size(20, full: 200)
    try await attacked.attack {
      let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in Self.get }
      crowd.send(within: .seconds(10))
      poll(nil, 0, 1000)
      expect(crowd.lastLines(), equals: [])
    }
    expect(attacked.growth < (AttackedDaemon.isFull ? 40 : 10) << 20)
    expect(try attacked.conclude(growth: 40 << 20), equals: [])
  }

  @Test(arguments: ["latest", "every"])
  func `a value of 1 MiB that many clients do not read is stored once`(_ mode: String) async throws
  {
    let attacked = try AttackedDaemon("silent subscribers of 1 MiB, \(mode)")
    let peer = try attacked.daemon.connect()
    let bytes = attacked.size(200_000, full: 1_000_000)
    try peer.set("shared.big", text(bytes))
    let count = attacked.size(60, full: 1000)
    try await attacked.attack {
      let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in
        Array(
          #"{"method":"subscribe","params":{"boxes":["shared.big"],"mode":"\#(mode)"}}"#.utf8)
          + [0x0A]
      }
      crowd.send(within: .seconds(10))
      for letter: Unicode.Scalar in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        try peer.set("shared.big", text(bytes, letter))
        poll(nil, 0, 100)
      }
      expect(crowd.lastLines(), equals: [])
    }
    expect(attacked.growth < (AttackedDaemon.isFull ? 40 : 10) << 20)
    expect(try attacked.conclude(growth: 40 << 20), equals: [])
  }

  @Test func `lagging subscribers store only a short line each`() async throws {
    let attacked = try AttackedDaemon("lagging subscribers")
    let peer = try attacked.daemon.connect()
    func setAll(_ letter: Unicode.Scalar) throws {
      try peer.setMany((0..<2000).map { ("shared.b\($0)", text(450, letter)) })
    }
    try setAll("x")
    let count = attacked.size(50, full: 500)
    try await attacked.attack {
      let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in
        Array(#"{"method":"subscribe","params":{"boxes":["shared.**"]}}"#.utf8) + [0x0A]
      }
      crowd.send(within: .seconds(10))
      for letter: Unicode.Scalar in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
        try setAll(letter)
        crowd.read(upTo: 25_000)
      }
    }
    expect(attacked.growth < 40 << 20)
    expect(try attacked.conclude(growth: 40 << 20), equals: [])
  }

  @Test func `a full topic that many clients do not read is stored once`() async throws {
    let attacked = try AttackedDaemon("silent subscribers of a full topic")
    let peer = try attacked.daemon.connect()
    let count = attacked.size(100, full: 200)
    // 2 kB each.
    let most = attacked.size(100, full: .max)
    var added = 0
    while added < most,
      try peer.call(
        "topics.ai.pros.add",
        #"{"text":"\#(added) \#(String(repeating: "\u{1F600}", count: 490))"}"#)[
          "result"] != nil
    { added += 1 }
    expect(added >= 100)
    try await attacked.attack {
      let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in
        Array(#"{"method":"subscribe","params":{"boxes":["topics.**"]}}"#.utf8) + [0x0A]
      }
      crowd.send(within: .seconds(10))
      poll(nil, 0, 1000)
    }
    expect(attacked.growth < (AttackedDaemon.isFull ? 40 : 10) << 20)
    expect(try attacked.conclude(growth: 40 << 20), equals: [])
  }

  @Test func `unfinished lines are bounded, and their senders are disconnected`() async throws {
    let limit = AttackedDaemon.isFull ? 64 << 20 : 4 << 20
    let attacked = try AttackedDaemon(
      "unfinished lines of 1 MiB", limits: "\"unfinished-bytes\":\(limit)")
    let count = attacked.size(40, full: 1000)
    let line = Array(#"{"method":"set","params":{"box":"shared.x","value":""#.utf8)
    let bytes = line + [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
    try await attacked.attack {
      let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in bytes }
      crowd.send(within: AttackedDaemon.isFull ? .seconds(20) : .seconds(4))
      var last: [String] = []
      try waitUntil("some are gone") {
        last = crowd.lastLines()
        return !last.isEmpty
      }
      expect(last.allSatisfy { $0.contains(#""reason":"limit""#) }, "\(last)")
      // A client that completes its line is not affected.
      let honest = try attacked.daemon.connect()
      try honest.set("shared.honest", text(100_000))
    }
    expect(attacked.growth < 2 * limit + 8 << 20)
    expect(try attacked.conclude(growth: 150 << 20), equals: [])
  }

  @Test func `answers for one client are bounded, and idle readers are disconnected`() async throws
  {
    let attacked = try AttackedDaemon("answers of their own", limits: #""unsent-bytes":8388608"#)
    let peer = try attacked.daemon.connect()
    try peer.setMany((0..<4).map { ("shared.b\($0)", text(1_000_000)) })
    // Each asks at a different revision, so that no two answers are equal.
    try await attacked.attack {
      var crowds: [Crowd] = []
      for number in 0..<20 {
        try peer.set("shared.n", number)
        let crowd = try Crowd(1, to: attacked.daemon.socket) { _ in Self.get }
        crowd.send(within: .seconds(10))
        crowds.append(crowd)
        poll(nil, 0, 100)
      }
      // A client that reads gets its answer, whatever is stored for the others.
      let honest = try attacked.daemon.connect()
      let answer = try honest.call("get", #"{"boxes":["shared.**"]}"#)
      expect(answer["result", "boxes"]?.names.count, equals: 5)
      // In the middle of a line, no reason can be sent.
      try waitUntil("some are gone") { crowds.contains { !$0.lastLines().isEmpty } }
    }
    expect(attacked.growth < 60 << 20)
    expect(try attacked.conclude(), equals: [])
  }

  private static let get =
    Array(#"{"id":1,"method":"get","params":{"boxes":["shared.**"]}}"#.utf8) + [0x0A]

  @Test func `the last eighth of the connections is reserved for other users`() throws {
    let directory = TemporaryDirectory()
    try write(#"{"limits":{"connections":16}}"#, to: directory.file("procond.json"))
    let daemon = try DaemonProcess(["--config", directory.file("procond.json")], in: directory)
    let peers = try (0..<14).map { _ in try daemon.connect() }
    let refused = try Peer(to: daemon.socket)
    expect(try refused.next().method, equals: "hello")
    expect(try refused.next()["params", "reason"]?.string, equals: "limit")
    // Another user can still connect.
    chmod(directory.path, 0o755)
    chmod(daemon.socket, 0o666)
    let other = try ChildProcess(
      "/usr/bin/setpriv",
      [
        "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/socat", "-t2", "-",
        "UNIX-CONNECT:\(daemon.socket)",
      ])
    _ = try? other.waitForEnd()
    expect(other.standardOutput.contains("hello"))
    expect(!other.standardOutput.contains("bye"))
    withExtendedLifetime(peers) {}
  }
}
