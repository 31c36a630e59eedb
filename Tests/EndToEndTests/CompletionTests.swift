import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The client's answers to a completion script.
@Suite(.blocking) struct CompletionTests {
  private let user = TestUser()

  /// Runs the client as the scripts do.
  ///
  /// - Parameter words: the words of the line without the program's name; the last one is to be
  ///   completed.
  private func arguments(_ argument: String, _ words: [String]) -> [String] {
    ["---completion", words[0], "--", argument, "\(words.count)", "\(words.last?.count ?? 0)"]
      + ["procon-client"] + words
  }

  private func complete(
    _ argument: String, _ words: [String], shell: String = "bash", socket: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    var environment = ["SAP_SHELL": shell]
    environment["PROCON_SOCKET"] = socket
    let client = try user.start(
      "procon-client", arguments(argument, words), environment: environment)
    return (try client.waitForEnd(), client.output, client.errors)
  }

  /// Repeats until there is this answer: a busy machine may be too slow at first.
  private func expectCandidates(
    _ candidates: String, for argument: String, _ words: String..., socket: String
  ) throws {
    var last: (end: ChildProcess.End, output: String, errors: String)?
    for _ in 1...50 {
      let answer = try complete(argument, words, socket: socket)
      guard answer.output.isEmpty, answer == (.exited(0), "", "") else {
        last = answer
        break
      }
    }
    expect(try require(last, "no answer") == (.exited(0), candidates, ""))
  }

  @Test func `boxes of the running daemon are offered, up to the next dot`() throws {
    let daemon = try DaemonInProcess()
    let socket = daemon.socket
    try expectCandidates(
      "topics.ai.cons.\ntopics.ai.decision\ntopics.ai.objections.\ntopics.ai.options.\ntopics.ai.positions.\ntopics.ai.posts.\ntopics.ai.pros.\n"
        + "topics.ai.summary\ntopics.ai.todos.\n",
      for: "positional@0", "get",
      "topics.ai.", socket: socket)
    try expectCandidates(
      "topics.ai.summary\n", for: "positional@0", "subscribe", "--socket", socket, "topics.ai.s",
      socket: "/nobody")
    try expectCandidates("ai\n", for: "--topic", "add", "pro", "x", "--topic", "", socket: socket)
  }

  @Test func `ids of the topic's arguments and posts are offered`() throws {
    let daemon = try DaemonInProcess()
    let socket = daemon.socket
    let peer = try daemon.connect()
    try peer.call("topics.create", #"{"title":"Cats"}"#)
    try peer.call("topics.cats.cons.add", #"{"text":"Fur"}"#)
    let post = try peer.call("topics.cats.posts.write", #"{"title":"A","content":"B"}"#)
    let id = try require(post["result", "id"]?.string)
    try expectCandidates(
      "1\n", for: "positional@1", "remove", "con", "--topic", "cats", "", socket: socket)
    try expectCandidates(
      "1\n2\n3\n4\n", for: "positional@1", "change", "--topic", "a", "pro", "", socket: socket)
    try expectCandidates("ai\ncats\n", for: "positional@1", "remove", "topic", "", socket: socket)
    try expectCandidates(
      "\(id)\n", for: "positional@1", "remove", "--topic", "cats", "post", "", socket: socket)
    try expectCandidates(
      "\(id)\n", for: "positional@0", "posts", "--topic=cats", String(id.prefix(4)),
      socket: socket)
  }

  @Test func `ids of the posts of the only topic are offered`() throws {
    let daemon = try DaemonInProcess()
    let post = try daemon.connect().call("topics.ai.posts.write", #"{"title":"A","content":"B"}"#)
    let id = try require(post["result", "id"]?.string)
    try expectCandidates(
      "\(id)\n", for: "positional@1", "remove", "post", "", socket: daemon.socket)
  }

  @Test func `options are offered by title, or by id if a shell would do something with it`() throws
  {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    try peer.call("topics.create", #"{"title":"Which db"}"#)
    for title in ["$(reboot)", "<(reboot)", "It's new", "B c", "{1..9}", "Plain"] {
      try peer.call("topics.which-db.options.add", #"{"title":"\#(title)"}"#)
    }
    let names = "1\n2\n3\n4\n5\nPlain\n"
    try expectCandidates(
      "\(names)abstain\nwithdraw\n", for: "positional@1", "vote", "which-db", "",
      socket: daemon.socket)
    try expectCandidates(
      names, for: "--option", "add", "pro", "x", "--topic", "which-db", "--option", "",
      socket: daemon.socket)
    try expectCandidates(
      "Plain\n", for: "positional@1", "decide", "which-db", "P", socket: daemon.socket)
  }

  @Test func `intents of the running daemon are offered, with their parameters`() throws {
    let daemon = try DaemonInProcess()
    try expectCandidates(
      "topics.ai.pros.add\n", for: "positional@0", "call", "topics.ai.pros.a",
      socket: daemon.socket)
    try expectCandidates(
      "text=\nweight=\n", for: "positional@1", "call", "topics.ai.pros.add", "",
      socket: daemon.socket)
    try expectCandidates("ping\n", for: "positional@0", "call", "pi", socket: daemon.socket)
  }

  @Test func `describe is completed with boxes and intents`() throws {
    let daemon = try DaemonInProcess()
    try expectCandidates(
      "topics.ai.pros.isErrorFree\ntopics.ai.pros.isFetching\ntopics.ai.pros.items\n",
      for: "positional@0", "describe", "topics.ai.pros.i", socket: daemon.socket)
    try expectCandidates(
      "topics.ai.pros.add\n", for: "positional@0", "describe", "topics.ai.pros.a",
      socket: daemon.socket)
  }

  @Test func `for set and delete, only boxes that clients may set are offered`() throws {
    let daemon = try DaemonInProcess()
    let socket = daemon.socket
    try daemon.connect().call("set", #"{"box":"shared.weather.now","value":1}"#)
    for command in ["set", "delete"] {
      try expectCandidates("shared.weather.now\n", for: "positional@0", command, "", socket: socket)
      let other = try complete("positional@0", [command, "topics."], socket: socket)
      expect(other == (.exited(0), "", ""))
    }
  }

  /// Asks a scripted server, and repeats while a busy machine is too slow to answer.
  ///
  /// - Parameter answer: answers a client that was greeted.
  /// - Returns: the client's output.
  private func ask(
    _ server: ScriptedServer, for argument: String, _ words: String...,
    environment: [String: String] = [:], answer: (JSONText) throws -> String
  ) throws -> String {
    for _ in 1...50 {
      let client = try user.start(
        "procon-client", arguments(argument, words),
        environment: environment.merging(["PROCON_SOCKET": server.path]) { $1 })
      let connection = try server.accept()
      try? connection.greet()
      if let request = try? connection.next() {
        let id = request["id"]?.description ?? ""
        try? connection.send(#"{"id":\#(id),"result":\#(try answer(request))}"#)
      }
      try require(try client.waitForEnd() == .exited(0), "\(client.errors)")
      expect(client.errors, equals: "")
      if !client.output.isEmpty { return client.output }
    }
    return ""
  }

  @Test func `intents and their parameters are those in the daemon's description`() throws {
    let server = try ScriptedServer(at: user.directory.file("s"))
    let methods = #"""
      {"methods":[{"name":"topics.ai.pros.add","params":[{"name":"text"},{"name":"weight"}]},
      {"name":"topics.ai.pros.remove","params":[{"name":"id"}]},{"name":"ping","params":[]}]}
      """#.replacing("\n", with: "")
    let intents = try ask(server, for: "positional@0", "call", "topics.ai.pros.a") { request in
      expect(request["method"]?.string, equals: "rpc.discover")
      expect(request["params"]?.description, equals: #"{"boxes":["topics.ai.pros.**"]}"#)
      return methods
    }
    expect(intents, equals: "topics.ai.pros.add\n")
    let parameters = try ask(
      server, for: "positional@1", "call", "topics.ai.pros.add", "te"
    ) { request in
      expect(request["params"]?.description, equals: #"{"boxes":["topics.ai.pros.add"]}"#)
      return methods
    }
    expect(parameters, equals: "text=\n")
  }

  @Test func `topics are offered by name, and with their titles to a script that shows notes`()
    throws
  {
    let server = try ScriptedServer(at: user.directory.file("s"))
    for (environment, line) in [([:], "tea\n"), (["PROCON_COMPLETION_NOTES": "1"], "tea\tIt?s\n")] {
      let topics = try ask(
        server, for: "--topic", "add", "pro", "x", "--topic", "te", environment: environment
      ) { request in
        expect(request["method"]?.string, equals: "get")
        expect(request["params"]?.description, equals: #"{"boxes":["*.*.summary"]}"#)
        return #"{"boxes":{"topics.tea.summary":{"title":"It$s"},"topics.ai.summary":{}}}"#
      }
      expect(topics, equals: line)
    }
  }

  @Test func `a name that a shell would expand is never offered`() throws {
    let server = try ScriptedServer(at: user.directory.file("s"))
    let boxes = try ask(server, for: "positional@0", "get", "") { request in
      expect(request["method"]?.string, equals: "rpc.discover")
      return #"{"x-boxes":{"a.$(reboot)":{},"a.`reboot`":{},"a.b c":{},"a.b":{},"a.*.b":{}},"#
        + #""x-names":{"a.*":["$(reboot)","`reboot`","b c","c"]}}"#
    }
    expect(boxes, equals: "a.b\na.c.\n")
  }

  @Test(.enabled(if: !systemDaemonListens), arguments: ["bash", "zsh", "fish"])
  func `without a daemon nothing is offered and none is started`(shell: String) throws {
    for argument in ["positional@0", "positional@1"] {
      expect(
        try complete(argument, ["call", "topics."], shell: shell) == (.exited(0), "", ""))
    }
    expect(try complete("positional@0", ["get", ""], shell: shell) == (.exited(0), "", ""))
    expect(user.daemons.isEmpty)
    expect(entries(of: user.directory.file("run")), equals: [])
  }

  @Test func `a server that never answers is given up`() throws {
    let server = try ScriptedServer(at: user.directory.file("s"))
    // Its backlog accepts the connection, but nothing is sent.
    let silent = try complete("positional@0", ["get", "t"], socket: server.path)
    expect(silent == (.exited(0), "", ""))
    // It sends only the greeting.
    let client = try user.start(
      "procon-client", arguments("positional@0", ["get", "t"]),
      environment: ["PROCON_SOCKET": server.path])
    for _ in 1...2 { try? server.accept(within: .seconds(1)).greet() }
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output + client.errors, equals: "")
  }

  @Test func `an invalid request of a script has no answer`() throws {
    for words in [
      [], ["nonsense"], ["get"], ["get", "--", "positional@9", "1", "0"],
      ["get", "--", "--format", "1", "0"], ["get", "--", "positional@0", "x", "y"],
      ["get", "--", "positional@0", "-7", "99", "p", "get"],
    ] {
      let client = try user.start("procon-client", ["---completion"] + words)
      expect(try client.waitForEnd(), equals: .exited(0), "\(words)")
      expect(client.output + client.errors, equals: "", "\(words)")
    }
  }
}
