import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What clients of a daemon with a policy may do.
@Suite(.blocking) struct PolicyTests {
  private static let everything = rule(
    "user:ada", "read set delete call", "shared.** topics.** daemon.**")

  /// Those of these boxes that the client may set.
  private func mayBeSet(_ names: [String], by peer: Peer) throws -> [String] {
    try names.filter { name in
      let answer = try peer.call("set", #"{"box":"shared.\#(name).x","value":1}"#)
      expect(answer["result"] != nil || answer.isRefusal)
      return answer["result"] != nil
    }
  }

  private func names(_ peer: Peer, _ pattern: String) throws -> [String] {
    try peer.call("get", #"{"boxes":["\#(pattern)"]}"#)["result", "boxes"]?.names.sorted() ?? []
  }

  // MARK: Who

  @Test func `rules name users, groups and sockets of the system, or anyone`() throws {
    let group = try require(getgrgid(getegid())).pointee.gr_name
    let groupName = String(cString: try require(group))
    let files = try PolicyFiles([
      rule("user:\(geteuid())", "set", "shared.user.*"),
      rule("group:\(getegid())", "set", "shared.group.*"),
      rule("group:\(groupName)", "set", "shared.name.*"),
      rule("socket:lab", "set", "shared.lab.*"),
      rule("anyone", "set", "shared.all.*"),
      rule("user:12345 group:12345 user:ada socket:other token:sensor", "set", "shared.other.*"),
    ])
    let boxes = ["user", "group", "name", "lab", "all", "other"]
    let daemon = try ActivatedDaemon(
      [files.directory.file("main.sock"), files.directory.file("lab.sock")],
      options: ["--fdname", "main:lab"], arguments: ["--config", files.configuration])
    expect(
      try mayBeSet(boxes, by: daemon.connect()), equals: ["user", "group", "name", "all"])
    expect(
      try mayBeSet(boxes, by: daemon.connect(to: 1)),
      equals: ["user", "group", "name", "lab", "all"])
  }

  @Test func `a login replaces user and group, until the logout`() throws {
    let daemon = try PolicyFiles([
      rule("user:\(geteuid()) group:\(getegid())", "set", "shared.process.*"),
      rule("user:ada", "set", "shared.ada.*"), rule("group:staff", "set", "shared.staff.*"),
      rule("token:sensor", "set", "shared.sensor.*"), rule("anyone", "set", "shared.all.*"),
    ]).start()
    let boxes = ["process", "ada", "staff", "sensor", "all"]
    for (name, expected) in [
      ("ada", ["ada", "staff", "all"]), ("bob", ["all"]), ("sensor", ["sensor", "all"]),
    ] {
      let peer = try daemon.connect()
      expect(try mayBeSet(boxes, by: peer), equals: ["process", "all"])
      try peer.logIn(as: name)
      expect(try mayBeSet(boxes, by: peer), equals: expected, "\(name)")
      try peer.call("session.logout")
      expect(try mayBeSet(boxes, by: peer), equals: ["process", "all"])
    }
  }

  // MARK: What

  @Test(arguments: [
    #"{"id":1,"method":"get","params":{"boxes":["shared.x"]}}"#,
    #"{"id":1,"method":"get","params":{"boxes":["shared.open.*","shared.x"]}}"#,
    #"{"id":1,"method":"subscribe","params":{"boxes":["shared.x"]}}"#,
    #"{"id":1,"method":"set","params":{"box":"shared.x","value":1}}"#,
    #"{"id":1,"method":"set","params":{"box":"shared.x","value":2,"ifRevision":0}}"#,
    #"{"id":1,"method":"set","params":{"box":"shared.x","value":2,"ttl":1000}}"#,
    #"{"id":1,"method":"delete","params":{"box":"shared.x"}}"#,
    #"{"id":1,"method":"rpc.discover","params":{"boxes":["shared.x"]}}"#,
    #"[{"id":1,"method":"set","params":{"box":"shared.x","value":1}},{"id":2,"method":"get","params":{"boxes":["shared.x"]}}]"#,
  ])
  func `a refusal of a path is the same whether it exists or not`(request: String) throws {
    let daemon = try PolicyFiles([Self.everything, rule("anyone", "read", "shared.open.*")]).start()
    let ada = try daemon.connect(as: "ada")
    func answer() throws -> [UInt8] {
      let peer = try daemon.connect()
      try peer.send(request)
      return try peer.nextLine()
    }
    let before = try answer()
    let answers = try JSONText(parsing: before)
    for answer in answers.elements ?? [answers] { expect(answer.isRefusal, "\(answer)") }
    try ada.set("shared.x", 1)
    expect(try answer(), equals: before)
    expect(try ada.value("shared.x"), equals: JSONText(1))
  }

  @Test(arguments: [
    #"get","params":{"boxes":["topics.TT.pros.items"]}"#,
    #"subscribe","params":{"boxes":["topics.TT.summary"]}"#,
    #"rpc.discover","params":{"boxes":["topics.TT.pros"]}"#,
    #"topics.TT.pros.add","params":{"text":"A"}"#, #"topics.TT.pros.add""#,
    #"topics.TT.pros.add","params":{"text":3,"more":1}"#, #"topics.TT.nothing""#, #"TT.nothing""#,
  ])
  func `a refusal of a topic is the same whether it exists or not`(request: String) throws {
    let daemon = try PolicyFiles([Self.everything]).start()
    func answer(_ topic: String) throws -> String {
      let peer = try daemon.connect()
      try peer.send(#"{"id":1,"method":"\#(request.replacing("TT", with: topic))}"#)
      let line = String(decoding: try peer.nextLine(), as: UTF8.self)
      expect(try JSONText(parsing: Array(line.utf8)).isRefusal, "\(line)")
      return line.replacing(".\(topic).", with: ".TT.").replacing(" \(topic).", with: " TT.")
    }
    expect(try answer("ai"), equals: try answer("zz"))
    let ada = try daemon.connect(as: "ada")
    expect(try ada.value("topics.ai.pros.items").elements?.count, equals: 4)
  }

  @Test func `an argument is moved only to where the caller may add one`() throws {
    let daemon = try PolicyFiles([
      rule("anyone", "read", "topics.**"),
      rule(
        "anyone", "call",
        "topics.ai.pros.move topics.ai.options.add topics.ai.options.*.pros.add"),
    ]).start()
    let peer = try daemon.connect()
    try peer.call("topics.ai.options.add", #"{"title":"Postgres"}"#)
    for (place, path) in [
      (#""to":"con""#, "cons"), (#""to":"con","option":"1""#, "options.1.cons"),
    ] {
      let answer = try peer.call("topics.ai.pros.move", "{\"id\":\"1\",\(place)}")
      expect(answer.isRefusal)
      expect(answer["error", "message"]?.string, equals: "you may not call topics.ai.\(path).add")
    }
    for place in [#""before":"3""#, #""option":"""#, #""option":"1""#] {
      let answer = try peer.call("topics.ai.pros.move", "{\"id\":\"1\",\(place)}")
      expect(answer["result", "id"]?.string, equals: "1")
    }
  }

  @Test func `the history of a store leaves out topics that may not be read`() throws {
    let daemon = try PolicyFiles([
      Self.everything, rule("anyone", "read", "topics.tea.summary"),
      rule("anyone", "call", "topics.history"),
    ]).start()
    let (ada, peer) = (try daemon.connect(as: "ada"), try daemon.connect())
    for title in ["Tea", "Secret", "Tea"] {
      try ada.call("topics.create", #"{"title":"\#(title)"}"#)
    }
    for id in ["secret", "tea"] { try ada.call("topics.remove", #"{"id":"\#(id)"}"#) }
    func titles(_ peer: Peer, _ parameters: String = "{}") throws -> [String] {
      try peer.call("topics.history", parameters)["result", "items"]?.elements?
        .compactMap { $0["text"]?.string } ?? []
    }
    expect(try titles(ada).count, equals: 5)
    expect(try titles(peer), equals: [#"removed "Tea""#, #"created "Tea""#])
    expect(try titles(peer, #"{"limit":2}"#).count, equals: 2)
  }

  @Test func `patterns leave out what may not be read`() throws {
    let daemon = try PolicyFiles([
      Self.everything, rule("anyone", "read", "shared.open.* topics.*.summary"),
    ]).start()
    let (ada, peer) = (try daemon.connect(as: "ada"), try daemon.connect())
    for box in ["shared.open.a", "shared.open.b", "shared.closed.a"] { try ada.set(box, 1) }
    expect(try names(peer, "**"), equals: ["shared.open.a", "shared.open.b", "topics.ai.summary"])
    expect(try names(peer, "shared.closed.*"), equals: [])
    expect(try names(peer, "daemon.**"), equals: [])
    try peer.requestSubscription("**", "daemon.*")
    let snapshot = try peer.next("snapshot")["params", "boxes"]?.names.sorted()
    expect(snapshot, equals: ["shared.open.a", "shared.open.b", "topics.ai.summary"])
    _ = try peer.next("synced")
    try ada.set("shared.closed.a", 2)
    try ada.delete("shared.closed.a")
    try ada.call("topics.ai.pros.add", #"{"text":"Patience"}"#)
    try ada.delete("shared.open.a")
    try ada.set("shared.open.b", 2)
    let lines = try peer.linesUpToNow()
    expect(lines.flatMap(\.removed), equals: ["shared.open.a"])
    let changed = lines.flatMap { $0["params", "boxes"]?.names ?? [] }
    expect(Set(changed), equals: ["shared.open.b", "topics.ai.summary"])
  }

  @Test func `discovery leaves out what may be neither read nor called`() throws {
    let daemon = try PolicyFiles([
      Self.everything, rule("anyone", "call", "topics.*.pros.add"),
      rule("anyone", "read", "topics.*.summary"),
    ]).start()
    func intents(_ peer: Peer) throws -> [String] {
      let methods = try peer.call("rpc.discover")["result", "methods"]?.elements ?? []
      return methods.compactMap { $0["name"]?.string }.filter {
        $0.hasPrefix("topics.") || $0.hasPrefix("daemon.")
      }
    }
    expect(try intents(daemon.connect()).sorted(), equals: ["daemon.reload", "topics.ai.pros.add"])
    expect(try intents(daemon.connect(as: "ada")).contains("topics.ai.cons.add"))
  }

  // MARK: Reload

  @Test func `a policy that changes gives a subscriber a gap and what it may read now`() throws {
    let files = try PolicyFiles([Self.everything, rule("anyone", "read", "shared.a shared.b")])
    let daemon = try files.start()
    let (ada, peer) = (try daemon.connect(as: "ada"), try daemon.connect())
    for box in ["a", "b", "c"] { try ada.set("shared.\(box)", 1) }
    try peer.subscribe("shared.*")
    try ada.subscribe("shared.*")
    for (rules, expected) in [
      ([rule("anyone", "read", "shared.b")], ["shared.b"]),
      (nil, ["shared.a", "shared.b", "shared.c"]),
      ([rule("anyone", "read", "shared.c")], ["shared.c"]),
    ] as [([String]?, [String])] {
      try files.change(daemon, to: rules.map { [Self.everything] + $0 })
      expect(try peer.next()["method"]?.string, equals: "gap")
      expect(try peer.next("snapshot")["params", "boxes"]?.names.sorted(), equals: expected)
      expect(try peer.next()["method"]?.string, equals: "synced")
      expect(try names(peer, "shared.*"), equals: expected)
    }
    // Equal rights change nothing.
    try files.change(daemon, to: [Self.everything, rule("anyone", "read", "shared.c shared.c.d")])
    try files.change(daemon, to: [Self.everything, rule("anyone", "read", "shared.c")])
    let methods = try ada.linesUpToNow().compactMap(\.method)
    expect(methods.allSatisfy { ["gap", "snapshot", "synced"].contains($0) })
  }

  @Test func `a client whose rights stay the same does not notice a change of the policy`() throws {
    let files = try PolicyFiles([Self.everything, rule("anyone", "read", "shared.a")])
    let daemon = try files.start()
    let peer = try daemon.connect()
    try peer.subscribe("shared.*")
    // Different rules that allow it the same.
    try files.change(
      daemon, to: [rule("anyone", "read", "shared.a"), rule("user:bob", "read", "shared.b")])
    expect(try peer.linesUpToNow(), equals: [])
  }
}

extension JSONText {
  /// Whether it is the answer to a request that the policy does not allow.
  var isRefusal: Bool {
    errorCode == -32003 && self["error", "data", "reason"]?.string == "policy"
  }
}
