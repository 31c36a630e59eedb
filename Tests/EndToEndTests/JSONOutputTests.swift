import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// What commands print with `--json`.
@Suite(.blocking) struct JSONOutputTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess(store: .sqlite)
  }

  /// Runs a command with `--json`. Returns its output, which is one line.
  private func json(_ words: String...) throws -> JSONText {
    let (end, output, errors) = try user.run(words + ["--json"], with: daemon)
    expect(end, equals: .exited(0), "\(words): \(errors)")
    expect(output.last, equals: "\n")
    return try JSONText(parsing: output.dropLast().utf8)
  }

  @Test(arguments: [
    ["options", "ai"], ["positions", "ai"], ["objections", "ai"], ["todo", "ai"], ["awaiting"],
    ["posts", "--topic", "ai"], ["history"], ["feed"], ["trash"], ["topics", "--root", "none"],
  ])
  func `a list without items is an empty array`(words: [String]) throws {
    expect(try user.run(words + ["--json"], with: daemon) == (.exited(0), "[]\n", ""))
  }

  @Test func `a list is one array of what the daemon has`() throws {
    let peer = try daemon.connect()
    try peer.call("topics.create", #"{"title":"Which db?","id":"db"}"#)
    for (intent, parameters) in [
      ("options.add", #"{"title":"Postgres"}"#), ("options.add", #"{"title":"SQLite"}"#),
      ("positions.take", #"{"position":"1"}"#), ("objections.raise", #"{"text":"Why?"}"#),
      ("todos.add", #"{"text":"Migrate"}"#), ("posts.write", #"{"title":"A","content":"B\nC"}"#),
    ] {
      expect(try peer.call("topics.db.\(intent)", parameters)["result"] != nil, "\(intent)")
    }
    for (words, box) in [
      (["options", "db"], "options.items"), (["positions", "db"], "positions.items"),
      (["objections", "db"], "objections.items"), (["todo", "db"], "todos.items"),
      (["posts", "--topic", "db"], "posts.items"),
    ] {
      let printed = try user.run(words + ["--json"], with: daemon).output
      expect(printed, equals: "\(try peer.value("topics.db.\(box)"))\n")
    }
    let topics = try require(try json("topics").elements)
    expect(topics.map { $0["id"]?.string }, equals: ["ai", "db"])
    expect(topics.map { $0["title"]?.string }, equals: ["Artificial Intelligence", "Which db?"])
    expect(topics.map { $0["pros"]?.integer }, equals: [4, 0])
    let history = try json("history", "--limit", "1")
    expect(history.elements?.map { $0["topic"]?.string }, equals: ["db"])
    expect(try json("feed").elements?.first?["action"] != nil)
    let id = try require(try json("posts", "--topic", "db").elements?.first?["id"]?.string)
    expect(try json("posts", id, "--topic", "db")["content"]?.string, equals: "B\nC")
  }

  @Test func `a change is answered with one object, also on a terminal`() throws {
    expect(try json("new", "Which db?", "--id", "db")["id"]?.string, equals: "db")
    expect(try json("add", "pro", "Fast", "--topic", "db")["id"]?.string, equals: "1")
    for words in [["vote", "db", "yes"], ["decide", "db", "yes", "--reason", "x"]] {
      let (end, output, _) = try user.run(words + ["--json"], with: daemon)
      expect(end, equals: .exited(0))
      expect(try JSONText(parsing: output.dropLast().utf8)["revision"]?.integer != nil)
    }
    expect(try json("set", "shared.a", "1")["revision"]?.integer != nil)
    let terminal = try PseudoTerminal(columns: 100)
    let shell = try user.shell(
      "procon reopen db --json; procon todo db --json; procon topics --topic db --json",
      environment: ["PROCON_SOCKET": daemon.socket], input: .terminal,
      output: .terminal(terminal))
    expect(try shell.waitForEnd(), equals: .exited(0))
    let lines = terminal.screen.lines.map { String($0) }
    expect(lines[0].hasPrefix("{\"revision\": "))
    expect(lines[1...3], equals: ["[]", "[", "  {"])
    expect(lines[4], equals: "    \"id\": \"db\",")
  }
}
