import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// Mistyped names get "did you mean", and every error says what to do next.
@Suite(.blocking) struct SuggestionTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    for box in ["shared.weather.now", "shared.weather.later", "shared.build.state"] {
      try peer.call("set", #"{"box":"\#(box)","value":{"state":1}}"#)
    }
  }

  private func errors(_ words: [String], ending end: ChildProcess.End) throws -> String {
    let client = try user.start("procon-client", words + ["--socket", daemon.socket])
    expect(try client.waitForEnd(), equals: end)
    expect(client.errors.split(separator: "\n").count, equals: 1, "\(client.errors)")
    return client.errors
  }

  @Test(arguments: [
    ("topics.ai.sumary", "'topics.ai.summary'"), ("topics.ia.summary", "'topics.ai.summary'"),
    ("topic.ai.summary", "'topics.ai.summary'"), ("shared.wether.now", "'shared.weather.now'"),
    ("daemon.stat", "'daemon.stats'"), ("demon.stats", "'daemon.stats'"),
    ("topics.ai.summary.title", "'topics.ai.summary'"),
    ("shared.build", "'shared.build.state'"),
    ("shared.weather", "'shared.weather.later' or 'shared.weather.now'"),
  ])
  func `a mistyped box`(path: String, meant: String) throws {
    expect(
      try errors(["get", path], ending: .exited(4)),
      equals: "procon-client: refused: there is no box \(path) (did you mean \(meant)?) (-32001)\n")
  }

  @Test func `a box without a similar name`() throws {
    // A path with another last segment is not similar.
    let peer = try daemon.connect()
    try peer.call("set", #"{"box":"shared.weather.x","value":1}"#)
    expect(!(try errors(["get", "shared.weather.y"], ending: .exited(4))).contains("mean"))
    expect(
      try errors(["get", "shared.something.else"], ending: .exited(4)),
      equals: """
        procon-client: refused: there is no box shared.something.else; see what there is with \
        'procon-client get "**"' (-32001)

        """)
  }

  @Test(arguments: [["subscribe", "shared.weather.nov"], ["watch-exec", "shared.weather.nov"]])
  func `a mistyped box in a command that waits for it`(words: [String]) throws {
    let command = words[0] == "watch-exec" ? ["--", "cat"] : []
    let client = try user.start("procon-client", words + ["--socket", daemon.socket] + command)
    try client.wait { client.errors.contains("\n") }
    expect(
      client.errors,
      equals: """
        procon-client: there is no shared.weather.nov yet (did you mean 'shared.weather.now'?); \
        waiting for it

        """)
    // The box exists, so neither patterns nor other boxes are mentioned.
    let all = try user.start(
      "procon-client",
      ["subscribe", "none.**", "shared.weather.now", "--once", "--socket", daemon.socket])
    expect(try all.waitForEnd(), equals: .exited(0))
    expect(all.errors, equals: "")
    client.signal(SIGTERM)
    expect(try client.waitForEnd(), equals: .killed(signal: SIGTERM))
  }

  @Test func `a mistyped box that is printed once`() throws {
    expect(
      try errors(["subscribe", "shared.weather.nov", "--once"], ending: .exited(0)),
      equals: "procon-client: there is no shared.weather.nov\n")
  }

  @Test func `boxes of set and delete`() throws {
    expect(
      try errors(["delete", "shared.build.stat"], ending: .exited(4))
        .contains("(did you mean 'shared.build.state'?)"))
    expect(
      try errors(["set", "shard.build.state", "1"], ending: .exited(65))
        .contains("(did you mean 'shared.build.state'?)"))
    expect(
      try !errors(["set", "shared", "1"], ending: .exited(65)).contains("did you mean"))
    expect(
      try errors(["set", "shared.build.stat", "1", "--if-revision", "3"], ending: .exited(5))
        .contains("(did you mean 'shared.build.state'?); there is no such box (-32002)"))
  }

  @Test(arguments: [
    (["call", "topics.ai.pro.add", "text=x"], "'topics.ai.pros.add'"),
    (["call", "topics.ia.pros.add", "text=x"], "'topics.ai.pros.add'"),
    (["call", "pnig"], "'ping'"),
  ])
  func `a mistyped method`(words: [String], meant: String) throws {
    expect(try errors(words, ending: .exited(65)).contains(" (did you mean \(meant)?) (-32601)"))
  }

  @Test(arguments: [
    (["topics.ai.pros.add", "txet=x"], "'text'"), (["get", #"boxs=["a.*"]"#], "'boxes'"),
  ])
  func `a mistyped parameter`(words: [String], meant: String) throws {
    expect(
      try errors(["call"] + words, ending: .exited(65)).contains(
        "(did you mean \(meant)?) (-32602)"))
  }

  @Test(arguments: [
    ("topics.ai.pros.ad", "'topics.ai.pros.add'"), ("topics.ai.coms", "'topics.ai.cons'"),
    ("topics.ai.sumary", "'topics.ai.summary'"), ("gett", "'get'"),
  ])
  func `a mistyped path of describe`(path: String, meant: String) throws {
    expect(
      try errors(["describe", path], ending: .exited(4)).contains(
        "(did you mean \(meant)?) (-32001)"))
  }

  @Test func `a method without a similar name`() throws {
    expect(
      try errors(["call", "topics.ai.pros.celebrate"], ending: .exited(65)),
      equals: """
        procon-client: refused: there is no method topics.ai.pros.celebrate; see what there is with \
        'procon-client describe' (-32601)

        """)
  }

  @Test(arguments: [
    (["gett"], "there is no command or topic 'gett' (did you mean 'get'?)"),
    (["subscirbe", "x"], "there is no command 'subscirbe' (did you mean 'subscribe'?)"),
    (["help", "subscibe"], "there is no command 'subscibe' (did you mean 'subscribe'?)"),
    (["nonsense"], "there is no command or topic 'nonsense'"),
    (["gett", "--help"], "there is no command 'gett' (did you mean 'get'?)"),
    (["nope", "-h"], "there is no command 'nope'"),
  ])
  func `a mistyped command`(words: [String], reason: String) throws {
    let client = try user.start("procon-client", words)
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors, equals: "procon-client: \(reason); see 'procon-client --help'\n")
  }

  @Test func `a mistyped option`() throws {
    expect(
      try errors(["get", "a.b", "--formt", "json"], ending: .exited(64)),
      equals: """
        procon-client: Unknown option '--formt'. Did you mean '--format'? See 'procon-client get \
        --help'

        """)
  }

  @Test func `a mistyped argument of a topic`() throws {
    expect(
      try errors(["remove", "pro", "No brakes"], ending: .exited(4)),
      equals: """
        procon-client: ai has no pro 'No brakes' (did you mean 'No breaks'?); see its ids with \
        'procon-client get topics.ai.pros.items'

        """)
  }

  @Test func `only paths are suggested`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client("get", "shared.aa", "--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    let first = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(first),"error":{"code":-32001,"message":"no"}}"#)
    let second = try connection.next()
    expect(second["method"]?.string, equals: "rpc.discover")
    let boxes = #"{"shared.a\u001b":{},"shared.ab":{},"shared.*":{}}"#
    let names = #"{"shared.*":["ac","a\u001b"]}"#
    try connection.send(
      #"{"id":\#(try require(second["id"])),"result":{"x-boxes":\#(boxes),"x-names":\#(names)}}"#)
    expect(try client.waitForEnd(), equals: .exited(4))
    expect(
      client.errors,
      equals: "procon-client: refused: no (did you mean 'shared.ab' or 'shared.ac'?) (-32001)\n")
  }

  @Test func `a daemon that exits instead of suggesting changes nothing`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client("get", "shared.aa", "--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"error":{"code":-32001,"message":"no"}}"#)
    _ = try connection.next()
    connection.close()
    expect(try client.waitForEnd(), equals: .exited(4))
    expect(client.errors.hasPrefix("procon-client: refused: no; see what there is with "))
  }

  @Test func `the client does not wait for a daemon that suggests nothing`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client("call", "a.b.opne", "--yes", "--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"error":{"code":-32601,"message":"no"}}"#)
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(client.errors.hasPrefix("procon-client: refused: no; see what there is with "))
    connection.close()
  }

  @Test func `methods and parameters come from the daemon's description of itself`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let methods = #"{"methods":[{"name":"a.b.open","params":[{"name":"text"},{"name":"weight"}]}]}"#
    for (words, error, meant) in [
      (["a.b.opne"], #"{"code":-32601,"message":"no"}"#, "'a.b.open'"),
      (
        ["a.b.open", "wieght=1"], #"{"code":-32602,"message":"no","data":{"member":"wieght"}}"#,
        "'weight'"
      ),
    ] {
      let client = try user.start(
        "procon-client", ["call", "--yes"] + words + ["--socket", server.path])
      let connection = try server.accept()
      try connection.greet()
      let first = try require(try connection.next()["id"])
      try connection.send(#"{"id":\#(first),"error":\#(error)}"#)
      let second = try connection.next()
      expect(second["method"]?.string, equals: "rpc.discover")
      try connection.send(#"{"id":\#(try require(second["id"])),"result":\#(methods)}"#)
      expect(try client.waitForEnd(), equals: .exited(65))
      expect(client.errors.contains("refused: no (did you mean \(meant)?) ("), "\(client.errors)")
    }
  }
}
