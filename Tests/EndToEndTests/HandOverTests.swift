import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Daemons that their manager restarts, and that leave their clients to the next one.
@Suite(.blocking) struct HandOverTests {
  private let directory = TemporaryDirectory()
  private let manager: StateReceiver

  init() throws {
    manager = try StateReceiver(at: directory.file("notify"))
    // What systemctl(1) prints while the unit is restarted.
    mkdir(directory.file("bin"), 0o755)
    try write(
      "#!/bin/sh\ncat '\(directory.file("jobs"))'\n", to: directory.file("bin/systemctl"))
    chmod(directory.file("bin/systemctl"), 0o755)
    try setJob("restart")
  }

  private func setJob(_ type: String) throws {
    try write(
      "1 network.target start waiting\n7 procond.service \(type) running\n",
      to: directory.file("jobs"))
  }

  private func start(
    _ store: DaemonProcess.Store = .sqlite
  ) throws -> (daemon: DaemonProcess, status: String?) {
    let path = String(cString: getenv("PATH"))
    let daemon = try DaemonProcess(
      ["--keep-shared"],
      environment: [
        "PROCON_UNIT": "procond.service", "PATH": "\(directory.file("bin")):\(path)",
      ],
      in: directory, store: store, manager: manager)
    let states = try manager.wait(for: "READY=1")
    return (daemon, states.last?.last)
  }

  private func daemon(
    _ store: DaemonProcess.Store = .sqlite
  ) throws -> DaemonProcess {
    try start(store).daemon
  }

  /// Ends a daemon as a manager does that restarts it.
  private func end(_ daemon: DaemonProcess) throws {
    daemon.process.signal(SIGTERM)
    try manager.wait(for: "BARRIER=1")
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
  }

  private func kill(_ daemon: DaemonProcess) throws {
    daemon.process.signal(SIGKILL)
    expect(try daemon.process.waitForEnd(), equals: .killed(signal: SIGKILL))
  }

  // MARK: Subscriptions

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `subscribers do not notice restarts`(store: DaemonProcess.Store) throws {
    let followers = [
      Follower("**"), Follower("shared.**"), Follower("topics.ai.**", "topics.items"),
      Follower("shared.b1", "topics.ai.pros.items"),
    ]
    var daemon = try daemon(store)
    for follower in followers { try follower.follow(try daemon.connect()) }
    let writer = try daemon.connect()
    for round in 0..<TestLength.size(5, long: 1000) {
      for number in 0..<3 {
        try writer.set("shared.b\(number)", round)
        try writer.call("topics.ai.pros.add", #"{"text":"\#(round) \#(number)"}"#)
      }
      // Answered by the next daemon, unless this one has read it in time.
      try writer.send(
        #"{"id":"last","method":"set","params":{"box":"shared.c","value":\#(round)}}"#)
      try end(daemon)
      daemon = try self.daemon(store)
      expect(try writer.nextResponse()["id"]?.string, equals: "last")
      for follower in followers {
        let lines = try follower.sync()
        expect(lines.allSatisfy { $0.hasPrefix("change") }, "\(lines)")
      }
      let others = try followers.map { follower in
        let other = Follower(follower.patterns)
        try other.follow(try daemon.connect())
        return other
      }
      expect(followers.map(\.values), equals: others.map(\.values))
      expect(Set(followers.map(\.epoch)), equals: Set(others.map(\.epoch)))
    }
  }

  @Test func `lines that were half sent or half received continue`() throws {
    let first = try daemon()
    let (slow, writer) = (try first.connect(), try first.connect())
    try slow.subscribe("shared.**")
    let value = String(repeating: "long ", count: 100_000)
    for box in ["shared.a", "shared.b"] { try writer.set(box, "\"\(value)\"") }
    let request = Array(#"{"id":"whole","method":"get","params":{"boxes":["shared.b"]}}"#.utf8)
    try writer.send(Array(request.prefix(20)))
    // By then, the daemon has read that.
    _ = try first.connect().revision()
    try end(first)
    let second = try daemon()
    try writer.send(Array(request.dropFirst(20)) + [UInt8(ascii: "\n")])
    let answer = try writer.nextResponse()
    expect(answer["result", "boxes"]?["shared.b"]?.string, equals: value)
    var values: [String: String] = [:]
    try slow.send(#"{"id":"end","method":"ping"}"#)
    while case let line = try slow.next(), line["id"]?.string != "end" {
      for box in line["params", "boxes"]?.members ?? [] { values[box.name] = box.value.string }
    }
    expect(values, equals: ["shared.a": value, "shared.b": value])
    expect(second.process.standardError.contains("going on with 2 of 2 clients of the last run"))
  }

  @Test func `a snapshot that was being sent is whole`() throws {
    let first = try daemon()
    let (slow, writer) = (try first.connect(), try first.connect())
    let value = String(repeating: "long ", count: 10_000)
    for number in 0..<40 { try writer.set("shared.b\(number)", "\"\(number) \(value)\"") }
    try slow.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"],"mode":"every"}}"#)
    try writer.set("shared.b0", 1)
    try writer.call("delete", #"{"box":"shared.b1"}"#)
    try end(first)
    let second = try daemon()
    let other = try second.connect()
    try other.set("shared.b2", 2)
    expect(try slow.nextResponse()["result", "resumed"]?.boolean, equals: false)
    var values: [String: JSONText] = [:]
    var synced = 0
    try slow.send(#"{"id":"end","method":"ping"}"#)
    while case let line = try slow.next(), line["id"]?.string != "end" {
      for box in line["params", "boxes"]?.members ?? [] { values[box.name] = box.value }
      for path in line["params", "removed"]?.elements ?? [] { values[path.string ?? ""] = nil }
      if line["method"]?.string == "synced" { synced += 1 }
    }
    expect(synced, equals: 1)
    expect(values.count, equals: 39)
    expect(values["shared.b0"], equals: 1)
    expect(values["shared.b2"], equals: 2)
  }

  @Test func `mode and interval stay`() throws {
    let first = try daemon()
    let (peer, writer) = (try first.connect(), try first.connect())
    try peer.call("subscribe", #"{"boxes":["shared.a"],"interval":50}"#)
    _ = try peer.next("synced")
    try end(first)
    let (second, status) = try start()
    expect(status, equals: "STATUS=2 clients")
    let refused = try peer.call("subscribe", #"{"boxes":["shared.b"],"mode":"every"}"#)
    expect(refused["error", "data"]?["member"]?.string, equals: "mode")
    let other = try peer.call("subscribe", #"{"boxes":["shared.b"],"interval":60}"#)
    expect(other["error", "data"]?["member"]?.string, equals: "interval")
    for number in 1...5 { try writer.set("shared.a", number) }
    while try peer.next("change")["params", "boxes"]?["shared.a"] != 5 {}
    _ = second
  }

  // MARK: Sessions

  private func typed(_ peer: Peer) throws -> [JSONText] {
    try ["draft.title", "draft.content", "post.title", "post.content", "post.isEditing", "route"]
      .map { try peer.value("session.\($0)") }
  }

  @Test func `what was typed is kept`() throws {
    var daemon = try daemon()
    let peer = try daemon.connect()
    let id = try require(
      try peer.call("topics.ai.posts.write", #"{"title":"Old","content":"Words"}"#)["result", "id"]?
        .string)
    try peer.subscribe("session.**")
    try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    try peer.call("session.toPost", #"{"at":"topics.ai","id":"\#(id)"}"#)
    try peer.call("session.post.edit")
    try peer.call("session.post.setTitle", #"{"title":"New"}"#)
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    try peer.call("session.draft.setTitle", #"{"title":"Draft"}"#)
    try peer.call("session.draft.setContent", #"{"content":"Half a sent"}"#)
    let before = try typed(peer)
    expect(before[0].string, equals: "Draft")
    _ = try peer.linesUpToNow()
    for _ in 0..<3 {
      try end(daemon)
      daemon = try self.daemon()
      expect(try typed(peer), equals: before)
      // It has all values.
      expect(try peer.linesUpToNow(), equals: [])
    }
    // The first edit was of what is stored.
    expect(try peer.call("session.post.edit")["result"] != nil)
    expect(try peer.value("session.post.title").string, equals: "New")
    expect(try peer.call("session.draft.save")["result"] != nil)
    let items = try peer.value("topics.ai.posts.items").elements ?? []
    expect(Set(items.compactMap { $0["title"]?.string }), equals: ["New", "Draft"])
  }

  private func configureUsers() throws {
    let user = String(cString: try require(getpwuid(geteuid())).pointee.pw_name)
    mkdir(directory.file("procon"), 0o700)
    let files = try PolicyFiles(
      [
        rule("user:ada", "read call", "topics.**"), rule("anyone", "read", "topics.*.summary"),
      ], store: .sqlite)
    for name in ["users.json", "policy.json"] {
      try write(
        try require(contents(of: files.directory.file(name))),
        to: directory.file("procon/\(name)"))
      chmod(directory.file("procon/\(name)"), 0o600)
    }
    try write(
      """
      {"gateways":["\(user)"],"users":"\(directory.file("procon/users.json"))",
        "policy":"\(directory.file("procon/policy.json"))","mounts":{"topics":{"sqlite":"t.sqlite"}}}
      """, to: directory.file("procon/procond.json"))
  }

  @Test func `a user stays logged in, and the token stays valid`() throws {
    try configureUsers()
    var daemon = try daemon()
    let peer = try daemon.connect()
    let token = try require(
      try peer.call("session.login", #"{"name":"ada","password":"enchantress"}"#)[
        "result", "token"]?
        .string)
    let follower = Follower("topics.ai.**")
    try follower.follow(peer)
    try peer.call("topics.ai.pros.add", #"{"text":"Before"}"#)
    try follower.sync()
    for round in 0..<2 {
      try end(daemon)
      daemon = try self.daemon()
      expect(try follower.sync().allSatisfy { $0.hasPrefix("change") })
      let added = try peer.call("topics.ai.pros.add", #"{"text":"After \#(round)"}"#)
      expect(added["result"] != nil, "\(added)")
      let items = try peer.value("topics.ai.pros.items").elements ?? []
      expect(items.last?["author"]?.string, equals: "ada")
      try follower.sync()
      let other = try daemon.connect()
      expect(try other.call("session.login", #"{"token":"\#(token)"}"#)["result"] != nil)
    }
    // The daemon forgets the token with the login.
    try peer.call("session.logout")
    let other = try daemon.connect()
    expect(try other.call("session.login", #"{"token":"\#(token)"}"#)["result"] == nil)
  }

  @Test func `rights and logins that have ended in the meantime are gone`() throws {
    try configureUsers()
    let first = try daemon()
    let peer = try first.connect()
    try peer.logIn(as: "ada")
    let follower = Follower("topics.ai.**")
    try follower.follow(peer)
    expect(follower.values.count > 1)
    // A page of a gateway, which must not continue with the gateway's rights.
    let page = try first.connect()
    expect(try page.call("session.gateway.forward", #"{"for":"ada"}"#)["result"] != nil)
    try page.logIn(as: "ada")
    try end(first)
    try write(#"{"users":{}}"#, to: directory.file("procon/users.json"))
    let second = try daemon()
    let lines = try follower.sync()
    expect(lines.first, equals: "gap")
    expect(Array(follower.values.keys), equals: ["topics.ai.summary"])
    expect(
      try peer.value("session.login.form")["message"]?.string?.isEmpty, equals: false)
    expect(try page.next("bye")["params", "reason"]?.string, equals: "logout")
    try page.expectEnd()
    _ = second
  }

  // MARK: Without a hand-over

  @Test func `a stop says goodbye`() throws {
    try setJob("stop")
    let daemon = try daemon()
    let peer = try daemon.connect()
    daemon.process.signal(SIGTERM)
    expect(try peer.next()["method"]?.string, equals: "bye")
    try peer.expectEnd()
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
  }

  @Test
  func `if it is not known why the daemon ends, or nobody keeps the clients, it says goodbye`()
    throws
  {
    try setJob("restart")
    let first = try daemon()
    let peer = try first.connect()
    // The manager does not answer.
    first.process.signal(SIGTERM)
    expect(try peer.next()["method"]?.string, equals: "bye")
    expect(try first.process.waitForEnd(), equals: .exited(0))
    expect(first.process.standardError.contains("the service manager has not kept the clients"))
    try manager.wait(for: "BARRIER=1")
    try write("#!/bin/sh\nexit 1\n", to: directory.file("bin/systemctl"))
    let second = try daemon()
    // What the manager received too late counts for nothing.
    expect(second.process.standardError.contains("going on with 0 of 0 clients"))
    let other = try second.connect()
    second.process.signal(SIGTERM)
    expect(try other.next()["method"]?.string, equals: "bye")
    expect(try second.process.waitForEnd(), equals: .exited(0))
    expect(second.process.standardError.contains("systemctl list-jobs does not say whether"))
  }

  /// How far a hand-over gets before the daemon is killed.
  enum Step: Int, CaseIterable {
    case nothing, state, all
  }

  @Test(arguments: Step.allCases)
  func `a daemon that is killed while it hands over leaves clients that can resume`(
    step: Step
  ) throws {
    var daemon = try daemon()
    let follower = Follower("**")
    let peer = try daemon.connect()
    try follower.follow(peer)
    try peer.call("topics.ai.pros.add", #"{"text":"One more"}"#)
    daemon.process.signal(SIGTERM)
    try manager.wait(for: "STOPPING=1")
    for _ in 0..<step.rawValue { expect(try manager.next().contains("FDSTORE=1")) }
    try kill(daemon)
    // What else was sent is lost, with the process from which it came.
    try manager.dropAll()
    daemon = try self.daemon()
    if step == .all {
      let lines = try follower.sync()
      expect(lines.allSatisfy { $0.hasPrefix("change") }, "\(lines)")
    } else {
      try follower.readToEnd()
      expect(try follower.follow(try daemon.connect()).resumed)
    }
    let other = Follower("**")
    try other.follow(try daemon.connect())
    expect(follower.values, equals: other.values)
    expect(follower.epoch, equals: other.epoch)
  }

  @Test func `a daemon that is killed when it has taken clients leaves them to resume`() throws {
    var daemon = try daemon()
    let follower = Follower("**")
    try follower.follow(try daemon.connect())
    try end(daemon)
    let kept = try manager.copies()
    daemon = try self.daemon()
    try kill(daemon)
    // As if the messages after the start had not been received.
    try manager.keep(kept)
    daemon = try self.daemon()
    try follower.readToEnd()
    expect(try follower.follow(try daemon.connect()), equals: .init(resumed: true))
  }
}
