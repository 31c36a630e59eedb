import BoxWire
import BoxWireTestSupport
import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Boxes that clients of several daemons set, in a cluster of etcd.
@Suite(.blocking) struct EtcdBoxTests {
  private let user = TestUser()

  /// Daemons that show the boxes of one prefix under `fleet`.
  private func daemons(_ count: Int, _ members: EtcdMembers) throws -> [DaemonProcess] {
    let prefix = "/\(UInt64.random(in: 0 ... .max))/"
    return try (0..<count).map { _ in
      let files = ServiceFiles()
      try files.configure(members.boxes("fleet", prefix: prefix))
      return try files.start()
    }
  }

  private func client(_ daemon: DaemonProcess, _ words: String...) throws -> UserProcess {
    try user.start("procon-client", [words[0], "--socket", daemon.socket] + words.dropFirst())
  }

  /// What `set` and `delete` do is the same under both roots.
  @Test(arguments: ["shared", "fleet"])
  func `boxes of a cluster are set and deleted like shared boxes`(root: String) async throws {
    let daemon = try await daemons(1, .shared())[0]
    let peer = try daemon.connect()
    let subscriber = try daemon.connect()
    try subscriber.requestSubscription("\(root).**", members: #""mode":"every""#)
    _ = try subscriber.next("synced")
    func call(_ method: String, _ box: String, _ rest: String = "") throws -> JSONText {
      try peer.call(method, #"{"box":"\#(root).\#(box)"\#(rest)}"#)
    }
    func revision(_ answer: JSONText) throws -> Int {
      try require(answer["result", "revision"]?.integer, "\(answer)")
    }
    func change() throws -> JSONText { try subscriber.next("change")["params"] ?? .null }

    let first = try revision(call("set", "a", #","value":{"x":[1,2]}"#))
    var line = try change()
    expect(line["revision"]?.integer, equals: first)
    expect(line["boxes"], equals: JSONText(members: [("\(root).a", ["x": [1, 2]])]))
    // The same value is no change, and has its revision.
    expect(try revision(call("set", "a", #","value":{"x":[1,2]}"#)), equals: first)
    let second = try revision(call("set", "a", #","value":2,"ifRevision":\#(first)"#))
    expect(second > first)
    expect(try change()["revision"]?.integer, equals: second)
    for (rest, code) in [
      (#","value":3,"ifRevision":\#(first)"#, -32002), (#","value":3,"ifRevision":0"#, -32002),
      (#","value":3,"ttl":0"#, -32602), (#","value":3,"other":0"#, -32602),
    ] {
      let answer = try call("set", "a", rest)
      expect(answer.errorCode, equals: code, "\(rest)")
      if code == -32002 { expect(answer["error", "data", "revision"]?.integer, equals: second) }
    }
    expect(try call("delete", "none").errorCode, equals: -32001)
    expect(try call("delete", "a", #","ifRevision":\#(first)"#).errorCode, equals: -32002)
    let removal = try revision(call("delete", "a", #","ifRevision":\#(second)"#))
    line = try change()
    expect(line["revision"]?.integer, equals: removal)
    expect(line["removed"], equals: JSONText(elements: [JSONText("\(root).a")]))

    let several = [1, 2, 3].map { #"{"box":"\#(root).s\#($0)","value":\#($0)}"# }
      .joined(separator: ",")
    let together = try revision(peer.call("set", #"{"changes":[\#(several)]}"#))
    line = try change()
    expect(line["revision"]?.integer, equals: together)
    expect(line["boxes"]?.names, equals: (1...3).map { "\(root).s\($0)" })
    let mixed = [#"{"box":"\#(root).s1"}"#, #"{"box":"\#(root).none"}"#].joined(separator: ",")
    let refused = try peer.call("delete", #"{"changes":[\#(mixed)]}"#)
    expect(refused.errorCode, equals: -32001)
    expect(refused["error", "data", "member"]?.string, equals: "changes[1]")
    expect(try peer.value("\(root).s1"), equals: 1)

    let timed = try revision(call("set", "t", #","value":1,"ttl":0.2"#))
    expect(try change()["revision"]?.integer, equals: timed)
    expect(try change()["removed"], equals: JSONText(elements: [JSONText("\(root).t")]))
    expect(try daemon.terminate(), equals: .exited(0))
  }

  @Test func `all daemons of a cluster have what clients of one set`() async throws {
    let daemons = try await daemons(3, .shared())
    let followers = try daemons.map { try BoxFollower("fleet.**", of: $0) }
    for (number, daemon) in daemons.enumerated() {
      expect(
        try client(daemon, "set", "fleet.from\(number)", "\(number)").waitForEnd(),
        equals: .exited(0))
    }
    for follower in followers {
      for number in daemons.indices {
        try follower.wait(for: "fleet.from\(number)") { $0.integer == number }
      }
    }
    // No warning: the cluster keeps it.
    let set = try client(daemons[0], "set", "fleet.a", "1")
    expect(try set.waitForEnd(), equals: .exited(0))
    expect(set.errors, equals: "")
    let wait = try client(daemons[1], "wait", "fleet.goal", "1")
    expect(try client(daemons[2], "set", "fleet.goal", "1").waitForEnd(), equals: .exited(0))
    expect(try wait.waitForEnd(), equals: .exited(0))
    for daemon in daemons { expect(try daemon.terminate(), equals: .exited(0)) }
  }

  @Test func `no update is lost, whichever daemon it goes to`() async throws {
    let daemons = try await daemons(3, .shared())
    expect(try client(daemons[0], "set", "fleet.n", "0").waitForEnd(), equals: .exited(0))
    for _ in 0..<4 {
      let updates = try daemons.map { try client($0, "update", "fleet.n", "--", "jq", ".+1") }
      for update in updates { expect(try update.waitForEnd(), equals: .exited(0)) }
    }
    expect(try daemons[0].connect().value("fleet.n"), equals: 12)
    for daemon in daemons { expect(try daemon.terminate(), equals: .exited(0)) }
  }

  @Test func `a lock holds on all machines, and each holder has a higher number`() async throws {
    let daemons = try await daemons(2, .shared())
    let (log, gate) = (user.directory.file("log"), user.directory.file("gate"))
    func lock(_ daemon: DaemonProcess, _ script: String) throws -> UserProcess {
      try client(daemon, "lock", "fleet.lock", "--", "sh", "-c", script)
    }
    let first = try lock(
      daemons[0],
      "echo first $PROCON_FENCE >>\(log); until [ -e \(gate) ]; do sleep 0.01; done; echo end >>\(log)"
    )
    try waitUntil("it has the lock") { contents(of: log)?.hasSuffix("\n") == true }
    let taken = try client(daemons[1], "lock", "fleet.lock", "--nonblock", "--", "true")
    expect(try taken.waitForEnd(), equals: .exited(5))
    let second = try lock(daemons[1], "echo second $PROCON_FENCE >>\(log)")
    try write("", to: gate)
    for process in [first, second] { expect(try process.waitForEnd(), equals: .exited(0)) }
    let words = try require(contents(of: log)).split { $0.isWhitespace }
    expect(words.count, equals: 5)
    expect([words[0], words[2], words[3]], equals: ["first", "end", "second"])
    let (earlier, later) = (try require(Int(words[1])), try require(Int(words[4])))
    expect(earlier < later)
    for daemon in daemons { expect(try daemon.terminate(), equals: .exited(0)) }
  }

  @Test func `a lock is free when its holder and the holder's daemon are gone`() async throws {
    let daemons = try await daemons(2, .shared())
    let log = user.directory.file("log")
    let first = try client(
      daemons[0], "lock", "fleet.lock", "--ttl", "2s", "--", "sh", "-c",
      "echo >\(log); exec sleep 60")
    try waitUntil("it has the lock") { contents(of: log) != nil }
    daemons[0].process.signal(9)
    let second = try client(daemons[1], "lock", "fleet.lock", "--", "true")
    expect(try second.waitForEnd(), equals: .exited(0))
    // It has noticed that it may no longer have it, and ended its command.
    expect(try first.waitForEnd(), equals: .exited(75))
    expect(try daemons[1].terminate(), equals: .exited(0))
  }

  @Test func `without a majority, boxes can be read, and not changed`() async throws {
    let members = try await EtcdMembers(3)
    let daemon = try daemons(1, members)[0]
    let follower = try BoxFollower("fleet.**", of: daemon)
    let peer = try daemon.connect()
    _ = try peer.set("fleet.a", 1)
    for index in 0..<2 { members.kill(index) }
    let alert = try follower.wait(for: "fleet.isErrorFree") { $0["status"]?.boolean == false }
    expect(alert["message"]?.string?.contains("the cluster is not available"), equals: true)
    expect(try peer.value("fleet.a"), equals: 1)
    let refused = try peer.call("set", #"{"box":"fleet.a","value":2}"#)
    expect(refused.errorCode, equals: -32005)
    expect(refused["error", "data", "retryAfter"] != nil)
    try await members.restart(0)
    try follower.wait(for: "fleet.isErrorFree") { $0["status"]?.boolean == true }
    let code = try peer.call("set", #"{"box":"fleet.b","value":2}"#).errorCode
    expect(code == nil)
    expect(try daemon.terminate(), equals: .exited(0))
  }

  @Test func `a mount can be added and removed while the daemon runs`() async throws {
    let members = try await EtcdMembers.shared()
    let files = ServiceFiles()
    try files.configure(members.boxes("fleet", prefix: "/\(UInt64.random(in: 0 ... .max))/"))
    let daemon = try files.start()
    let peer = try daemon.connect()
    _ = try peer.set("fleet.a", 1)
    let follower = try BoxFollower("fleet.**", of: daemon)
    try follower.wait(for: "fleet.a") { $0 == 1 }
    try files.configure("")
    try files.reload(daemon)
    try follower.waitForRemoval(of: "fleet.a")
    expect(try peer.call("set", #"{"box":"fleet.a","value":1}"#).errorCode, equals: -32003)
    expect(try daemon.terminate(), equals: .exited(0))
  }
}
