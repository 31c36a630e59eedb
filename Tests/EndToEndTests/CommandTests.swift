import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The commands that send one request: their output and exit codes.
@Suite(.blocking) struct CommandTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  /// The output for the revision after `changes` more changes.
  private func revision(after changes: Int = 0) throws -> String {
    "{\"revision\":\(try daemon.connect().revision() + changes)}\n"
  }

  /// Runs the client to its end.
  private func run(
    _ words: String..., input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try run(words, input: input)
  }

  private func run(
    _ words: [String], input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon, input: input)
  }

  private func items(_ side: String) throws -> [JSONText] {
    let path = "topics.ai.\(side).items"
    let answer = try daemon.connect().call("get", #"{"boxes":["\#(path)"]}"#)
    return answer["result", "boxes", path]?.elements ?? []
  }

  @Test func `new prints the id of the topic, which add, rename and the board accept`() throws {
    let made = try run("new", "Which editor?")
    expect(made.end, equals: .exited(0))
    let id = try require(try JSONText(parsing: made.output.utf8.dropLast())["id"]?.string)
    expect(id, equals: "which-editor")
    expect(try run("add", "pro", "Known", "--topic", id).end, equals: .exited(0))
    expect(try run("rename", id, "Which editor for us?").end, equals: .exited(0))
    let summary = "topics.\(id).summary"
    let answer = try daemon.connect().call("get", #"{"boxes":["\#(summary)"]}"#)
    expect(answer["result", "boxes", summary, "title"]?.string, equals: "Which editor for us?")
    expect(answer["result", "boxes", summary, "pros"]?.integer, equals: 1)
  }

  @Test func `topics prints the id, title and figures of each topic`() throws {
    expect(try run("new", "Which\u{301} editor?").end, equals: .exited(0))
    let line = "4 pros · 3 cons · score +1 · leans pro"
    let none = "0 pros · 0 cons · score 0 · even"
    let (end, output, errors) = try run("topics")
    expect(end, equals: .exited(0))
    expect(errors, equals: "")
    expect(
      output,
      equals: "ai\tArtificial Intelligence\t\(line)\nwhich-editor\tWhich\u{301} editor?\t\(none)\n")
  }

  @Test func `a topic is not created or renamed with an invalid title or name`() throws {
    let empty = try run("new", " ")
    expect(empty.end, equals: .exited(65))
    expect(empty.errors.contains("title must not be empty"))
    let missing = try run("rename", "none", "A title")
    expect(missing.end, equals: .exited(4))
    expect(missing.errors.contains("no topic 'none'"))
    expect(try run("rename", "a.b.c", "A title").end, equals: .exited(4))
  }

  @Test func `ping prints the revision`() throws {
    let now = try revision()
    expect(try run("ping") == (.exited(0), now, ""))
  }

  @Test func `set prints the revision and reads JSON, else a string`() throws {
    for words in [
      ["shared.a", "21.5"], ["shared.b", "rather blue"], ["shared.c", #"{"x":[1, 2]}"#],
      ["shared.d", "--", "-4"], ["shared.e", #""1""#], ["shared.f", ""],
    ] {
      let next = try revision(after: 1)
      let answer = try run(["set"] + words)
      expect(answer.end == .exited(0) && answer.output == next)
      expect(answer.errors.contains("\(words[0]) will be lost when the daemon exits;"))
    }
    expect(
      try run("get", "shared.*").output,
      equals: """
        shared.a\t21.5
        shared.b\t"rather blue"
        shared.c\t{"x":[1,2]}
        shared.d\t-4
        shared.e\t"1"
        shared.f\t""

        """)
  }

  @Test func `delete prints the revision`() throws {
    _ = try run("set", "shared.a", "1")
    let next = try revision(after: 1)
    expect(try run("delete", "shared.a") == (.exited(0), next, ""))
    let again = try run("delete", "shared.a")
    expect(again.end, equals: .exited(4))
    expect(again.output, equals: "")
    expect(again.errors.hasPrefix("procon-client: refused: "))
    expect(again.errors.hasSuffix(" (-32001)\n"))
  }

  @Test func `a refusal by the daemon is one line, with an exit code for its reason`() throws {
    let refused = [
      try run("set", "topics.ai.summary", "1"), try run("get", "shared.none"),
      try run("call", "topics.ai.pros.none"), try run("call", "topics.ai.pros.add", "text="),
      try run("call", "topics.ai.pros.add", "text=x", "weight=9"),
      try run("add", "pro", "no breaks"), try run("remove", "pro", "99"),
    ]
    for (result, code) in zip(refused, [65, 4, 65, 65, 65, 65, 4]) {
      expect(result.end, equals: .exited(Int32(code)))
      expect(result.output, equals: "")
      expect(result.errors.hasPrefix("procon-client: refused: "), "\(result.errors)")
      expect(result.errors.split(separator: "\n").count, equals: 1)
    }
    expect(refused[5].errors.contains("is already there (-32000)"))
  }

  @Test func `a wrong command line is one line, with exit code 64`() throws {
    let wrong = [
      try run("get"), try run("get", "a..b"), try run("get", "**.a"), try run("set", "shared.a"),
      try run("set", "shared.*", "1"), try run("call", "ping", "x"), try run("add", "maybe", "x"),
      try run("add", "pro", "x", "--weight", "much"), try run("call", "ping", "--json", "{"),
      try run("call", "ping", "--json", "[]"), try run("call", "ping", "a=1", "--json", "{}"),
      try run("call", "ping", "--json", "-", input: "{"), try run("ping", "--nothing"),
      try run("subscribe", "topics.**", "--topic", "ai"),
      try run("subscribe", "topics.**", "--format", "board"),
      try run("subscribe", "--topic", ""), try run("ping", "--color", "sometimes"),
    ]
    for result in wrong {
      expect(result.end, equals: .exited(64))
      expect(result.output, equals: "")
      expect(result.errors.hasPrefix("procon-client: "), "\(result.errors)")
      expect(result.errors.hasSuffix("--help'\n"), "\(result.errors)")
      expect(result.errors.split(separator: "\n").count, equals: 1)
    }
    let unknown = try user.client("nonsense")
    expect(try unknown.waitForEnd(), equals: .exited(64))
    expect(unknown.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func `call accepts names and values, as JSON if they are valid JSON`() throws {
    let add = try run("call", "topics.ai.pros.add", "text=2 = two", "weight=3")
    expect(add.end, equals: .exited(0))
    let item = try require(try items("pros").last)
    expect(item["text"]?.string, equals: "2 = two")
    expect(item["weight"]?.integer, equals: 3)
    let answer = try JSONText(parsing: add.output.utf8)
    expect(answer.names, equals: ["id", "revision"])
    expect(answer["id"], equals: item["id"])
    let number = try run("call", "topics.ai.pros.add", "text=2")
    expect(number.end, equals: .exited(65))
    let quoted = try run("call", "topics.ai.pros.add", #"text="2""#)
    expect(quoted.end, equals: .exited(0))
    expect(try items("pros").last?["text"]?.string, equals: "2")
  }

  @Test(arguments: [
    ["set", "shared.a", "-4"], ["add", "pro", "-4"], ["wait", "shared.a", "-4"],
  ])
  func `a value that begins with a dash is reported with its place`(words: [String]) throws {
    let command = try run(words)
    expect(command.end, equals: .exited(64))
    expect(
      command.errors,
      equals: """
        procon-client: '-4' is not an option; put a value that begins with a dash after '--'; see \
        'procon-client \(words[0]) --help'

        """)
  }

  @Test func `call refuses a duplicate parameter`() throws {
    let call = try run("call", "topics.ai.pros.add", "text=one", "weight=2", "text=two")
    expect(call.end, equals: .exited(64))
    expect(
      call.errors,
      equals: """
        procon-client: the parameter text is given twice; see 'procon-client call --help'

        """)
    expect(try items("pros").count, equals: 4)
  }

  @Test(arguments: [
    (["name=ada", "password=lovelace"], "password"), (["token=abc"], "token"),
    (["--json", #"{"name":"ada","password":"x"}"#], "password"),
  ])
  func `call refuses a secret among the arguments`(words: [String], secret: String) throws {
    let call = try run(["call", "session.login"] + words)
    expect(call.end, equals: .exited(64))
    expect(
      call.errors,
      equals: """
        procon-client: others can see a \(secret) among the arguments: log in for a command with \
        --login or --token-file, or write the parameters to standard input, with --json -; see \
        'procon-client call --help'

        """)
    let input = #"{"name":"ada","password":"x"}"#
    let read = try run("call", "session.login", "--json", "-", input: input)
    expect(read.errors.contains("refused"), "\(read.errors)")
  }

  @Test func `call accepts all parameters as JSON, from standard input too`() throws {
    let given = try run("call", "topics.ai.cons.add", "--json", #"{"text":"one", "weight": 2}"#)
    expect(given.end, equals: .exited(0), "\(given.errors)")
    let read = try run("call", "topics.ai.cons.add", "--json", "-", input: "{\n\"text\":\"two\"}\n")
    expect(read.end, equals: .exited(0), "\(read.errors)")
    expect(try items("cons").suffix(2).map { $0["text"]?.string }, equals: ["one", "two"])
    expect(try items("cons").suffix(2).map { $0["weight"]?.integer }, equals: [2, 1])
    expect(try run("call", "ping").end, equals: .exited(0))
    let get = try run("call", "get", #"boxes=["shared.*"]"#)
    expect(try JSONText(parsing: get.output.utf8)["boxes"]?.description, equals: "{}")
  }

  @Test func `add and remove change the topic and print the result`() throws {
    let add = try run("add", "con", "Too fast", "--weight", "2")
    expect(add.end, equals: .exited(0))
    let id = try require(try JSONText(parsing: add.output.utf8)["id"]?.string)
    expect(try items("cons").last?["text"]?.string, equals: "Too fast")
    expect(try items("cons").last?["weight"]?.integer, equals: 2)
    let remove = try run("remove", "con", id)
    expect(remove.end, equals: .exited(0))
    expect(try JSONText(parsing: remove.output.utf8).names, equals: ["revision"])
    expect(try run("remove", "con", "HIGH cost").end, equals: .exited(0))
    expect(
      try items("cons").map { $0["text"]?.string },
      equals: ["Lesser jobs", "Fear of malicious implementation"])
    let missing = try run("remove", "con", "High cost")
    expect(missing.end, equals: .exited(4))
    expect(missing.errors.hasPrefix("procon-client: ai has no con 'High cost'; see its ids with"))
  }

  @Test func `change and move change the topic and print the result`() throws {
    expect(
      try run("change", "pro", "no breaks", "Never tired", "--weight", "4").end, equals: .exited(0))
    expect(try items("pros").last?["text"]?.string, equals: "Never tired")
    expect(try items("pros").last?["weight"]?.integer, equals: 4)
    let same = try run("move", "pro", "Never tired", "--before", "1")
    expect(try JSONText(parsing: same.output.utf8)["id"]?.string, equals: "4")
    expect(try items("pros").first?["text"]?.string, equals: "Never tired")
    let other = try run("move", "pro", "4", "--to", "con", "--before", "Lesser jobs")
    expect(try JSONText(parsing: other.output.utf8)["id"]?.string, equals: "4")
    expect(
      try items("cons").compactMap { $0["text"]?.string },
      equals: ["High cost", "Never tired", "Lesser jobs", "Fear of malicious implementation"])
    expect(try run("change", "pro", "1").end, equals: .exited(64))
    expect(try run("move", "pro", "1", "--before", "none").end, equals: .exited(4))
  }

  @Test func `topics are listed in order of creation, whatever changed last`() throws {
    for title in ["B", "A", "C"] { expect(try run("new", title).end, equals: .exited(0)) }
    expect(try run("rename", "b", "B again").end, equals: .exited(0))
    let names = try run("topics").output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    expect(names.map(String.init), equals: ["ai", "b", "a", "c"])
  }

  @Test func `history lists changes, and undo takes the last one back`() throws {
    expect(try run("add", "pro", "New").end, equals: .exited(0))
    let name = try require(try items("pros").last?["author"]?.string)
    let history = try run("history", "ai")
    let cells = history.output.split(separator: "\t").map(String.init)
    expect(cells.count, equals: 4)
    expect(cells[0] == "1" && cells[2] == name && cells[3] == "added pro 5 \"New\"\n")
    let undo = try run("undo")
    expect(try JSONText(parsing: undo.output.utf8)["undone", "id"]?.integer, equals: 1)
    expect(try items("pros").count, equals: 4)
    expect(try run("history", "ai", "--limit", "1").output.hasPrefix("2\t"))
    expect(try run("history", "ai", "--before", "2").output.hasPrefix("1\t"))
    let again = try run("undo")
    expect(again.end, equals: .exited(65))
    expect(again.errors.contains("you have no change to undo"))
    expect(again.errors.contains("; see what was done with 'procon-client history TOPIC' ("))
    let redo = try run("redo")
    expect(try JSONText(parsing: redo.output.utf8)["redone", "id"]?.integer, equals: 1)
    expect(try items("pros").count, equals: 5)
    expect(try run("undo", "--change", "3").end, equals: .exited(0))
    let other = try run("undo", "--change", "1")
    expect(
      other.errors.contains(
        "change 1 cannot be undone: it is not yours, or has been undone already"))
    expect(try run("add", "pro", "Newer").end, equals: .exited(0))
    expect(try run("redo").errors.contains("you have undone nothing since your last change"))
    for command in ["history", "undo", "redo"] {
      expect(try run(command, "cat").errors.contains("no topic 'cat'"), "\(command)")
    }
  }

  @Test func `on a terminal, the answer to a change is a sentence`() throws {
    let file = user.directory.file("topics.json")
    let ai = "\"Artificial Intelligence\""
    for (words, answer) in [
      (["set", "shared.a", "1", "shared.b", "2"], "Set 2 boxes at revision "),
      (["update", "shared.a", "--", "echo", "2"], "Set shared.a at revision "),
      (["delete", "shared.*"], "Deleted 2 boxes at revision "),
      (["add", "pro", "Always awake"], "pro 5 \"Always awake\" added to \(ai)"),
      (["change", "pro", "5", "--weight", "3"], "pro 5 changed in \(ai)"),
      (["move", "pro", "5", "--before", "1"], "pro 5 moved in \(ai)"),
      (["move", "pro", "5", "--to", "con"], "pro 5 moved in \(ai): it is con 4 now"),
      (["remove", "con", "4"], "con 4 removed from \(ai)"),
      (["undo"], "Undone: removed con 4 \"Always awake\" (3)."),
      (["redo"], "Done again: removed con 4 \"Always awake\" (3)."),
      (["new", "Which editor?"], "Created the topic which-editor."),
      (["rename", "which-editor", "Editors"], "Renamed the topic which-editor."),
      (["copy", "which-editor"], "Copied \"Editors\": the copy is editors."),
      (["import", file], "Imported "),
    ] {
      if words[0] == "import" { try write(try run("export").output, to: file) }
      let terminal = try PseudoTerminal(columns: 200)
      let client = try user.start(
        "procon-client", ["--socket", daemon.socket] + words, output: .terminal(terminal))
      expect(try client.waitForEnd(), equals: .exited(0), "\(words): \(client.errors)")
      // On a slow machine, it follows the notice that the daemon has not answered yet.
      expect(terminal.screen.lines.contains { $0.hasPrefix(answer) }, "\(terminal.screen)")
      expect(!terminal.screen.contains("{"))
    }
  }

  @Test func `a topic is removed after confirmation or with --yes`() throws {
    expect(try run("new", "Cats").end, equals: .exited(0))
    let unasked = try run("remove", "topic", "cats")
    expect(unasked.end, equals: .exited(64))
    expect(unasked.errors.contains("without a terminal to ask on, this needs --yes"))
    for (answer, code, rest) in [("n", 1, ["ai", "cats"]), ("y", 0, ["ai"])] {
      let terminal = try PseudoTerminal()
      let client = try user.start(
        "procon-client", ["remove", "topic", "cats", "--socket", daemon.socket], input: .terminal,
        output: .terminal(terminal))
      try client.wait {
        terminal.screen.contains("Are you sure you want to delete the topic \"Cats\"")
      }
      try terminal.type("\(answer)\n")
      expect(try client.waitForEnd(), equals: .exited(Int32(code)))
      let topics = try run("topics").output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      expect(topics.map(String.init), equals: rest)
    }
    expect(try run("new", "Cats").end, equals: .exited(0))
    expect(try run("remove", "topic", "cats", "--yes").end, equals: .exited(0))
    expect(try run("remove", "topic", "cats", "--yes").end, equals: .exited(4))
  }

  @Test func `an intent that deletes something is called after confirmation or with --yes`() throws
  {
    expect(try run("new", "Cats").end, equals: .exited(0))
    let unasked = try run("call", "topics.remove", "id=cats")
    expect(unasked.end, equals: .exited(64))
    expect(unasked.errors.contains("without a terminal to ask on, this needs --yes"))
    for (answer, code, rest) in [("n", 1, ["ai", "cats"]), ("y", 0, ["ai"])] {
      let terminal = try PseudoTerminal()
      let client = try user.start(
        "procon-client", ["call", "topics.remove", "id=cats", "--socket", daemon.socket],
        input: .terminal, output: .terminal(terminal))
      try client.wait { terminal.screen.contains("Are you sure you want to delete this topic") }
      try terminal.type("\(answer)\n")
      expect(try client.waitForEnd(), equals: .exited(Int32(code)))
      let topics = try run("topics").output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      expect(topics.map(String.init), equals: rest)
    }
    expect(try run("new", "Cats").end, equals: .exited(0))
    expect(try run("call", "topics.remove", "id=cats", "--yes").end, equals: .exited(0))
    // What can be undone is not asked about.
    expect(try run("call", "topics.ai.pros.remove", "id=1").end, equals: .exited(0))
    // Nor is what does not exist.
    expect(try run("call", "topics.ai.go").end, equals: .exited(65))
  }

  @Test func `a missing topic is reported with the command that creates it`() throws {
    expect(try run("new", "Cats").end, equals: .exited(0))
    for words in [
      ["add", "pro", "x"], ["remove", "pro", "x"], ["move", "pro", "1"],
      ["change", "pro", "1", "x"],
    ] {
      let result = try run(words + ["--topic", "cast"])
      expect(result.end, equals: .exited(4))
      expect(
        result.errors,
        equals:
          "procon-client: no topic 'cast' (did you mean 'cats'?); create it with: procon-client new cast\n",
        "\(words)")
    }
    expect(
      try run("add", "pro", "x", "--topic", "wiki.dogs").errors.hasSuffix(
        "create it with: procon-client new dogs --root wiki\n"))
  }

  @Test func `help and version are printed to standard output`() throws {
    for words in [["--help"], ["help", "subscribe"], ["subscribe", "--help"], ["--version"], []] {
      let client = try user.start("procon-client", words)
      expect(try client.waitForEnd(), equals: .exited(0))
      expect(client.errors, equals: "")
      expect(!client.output.isEmpty)
    }
    let help = try user.client("--help")
    try help.waitForEnd()
    for code in ["0", "64", "65", "69", "74", "75"] {
      expect(help.output.contains("\n  \(code)  "), "\(code)")
    }
  }
}
