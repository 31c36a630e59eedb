import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// Which topic a command is about.
@Suite(.blocking) struct TopicChoiceTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func create(_ titles: String...) throws {
    let peer = try daemon.connect()
    for title in titles { try peer.call("topics.create", #"{"title":"\#(title)"}"#) }
  }

  private func run(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    var environment = environment
    environment["PROCON_SOCKET"] = daemon.socket
    let client = try user.start("procon-client", words, environment: environment)
    return (try client.waitForEnd(), client.output, client.errors)
  }

  /// Runs a script in the session of a new terminal.
  private func type(_ script: String) throws -> [String] {
    let terminal = try PseudoTerminal(columns: 200)
    let shell = try user.shell(
      script, environment: ["PROCON_SOCKET": daemon.socket], input: .terminal,
      output: .terminal(terminal))
    _ = try shell.waitForEnd()
    return terminal.screen.lines.filter { !$0.isEmpty }
  }

  @Test func `the only topic needs no name, and several are listed`() throws {
    expect(try run("add", "pro", "New").end, equals: .exited(0))
    try create("Which db?", "Which editor?")
    let refused = try run("add", "pro", "Newer")
    expect(refused.end, equals: .exited(64))
    expect(
      refused.errors.contains(
        "which topic? There are ai, which-db and which-editor; name it with --topic, or set PROCON_TOPIC"
      ), "\(refused.errors)")
    expect(try run("vote", "yes", environment: ["PROCON_TOPIC": "which-d"]).end, equals: .exited(0))
    expect(try run("positions", "which-db").output.contains("\tyes\t"))
    // The option comes before the variable.
    let words = ["positions", "--topic", "ai"]
    let client = try user.start(
      "procon-client", words,
      environment: ["PROCON_TOPIC": "which-db", "PROCON_SOCKET": daemon.socket])
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output, equals: "")
    let unknown = try run("undo", environment: ["PROCON_TOPIC": "none"])
    expect(unknown.end, equals: .exited(4))
    expect(unknown.errors.contains("there is no topic 'none', which PROCON_TOPIC names"))
    for id in ["ai", "which-db", "which-editor"] {
      expect(try run("remove", "topic", id, "--yes").end, equals: .exited(0))
    }
    let none = try run("undo")
    expect(none.end, equals: .exited(4))
    expect(none.errors.contains("there is no topic; create one with"))
  }

  @Test func `in a script, what removes or decides needs whole ids`() throws {
    try create("Which db?")
    expect(try run("add", "pro", "New", "--topic", "wh").end, equals: .exited(0))
    for words in [
      ["remove", "pro", "1", "--topic", "wh"], ["remove", "topic", "wh", "--yes"],
      ["decide", "wh", "yes", "--reason", "x"], ["override", "wh", "yes", "--reason", "x"],
    ] {
      let refused = try user.run(words, with: daemon)
      expect(refused.end, equals: .exited(64), "\(words)")
      expect(
        refused.errors.contains(
          "'wh' is only the beginning of which-db; without a terminal, '\(words[0])' needs the whole id"
        ),
        "\(refused.errors)")
    }
    let lines = try type(
      "procon decide wh yes --reason x; procon reopen wh; procon remove pro 1 --topic wh")
    expect(
      lines,
      equals: [
        "Decided \"Which db?\": yes.", "Reopened \"Which db?\".",
        "pro 1 removed from \"Which db?\"",
      ])
  }

  @Test func `use chooses a topic for the commands on one terminal`() throws {
    try create("Which db?")
    let lines = try type(
      """
      procon use wh; procon use; procon vote no; procon add pro Fast
      PROCON_TOPIC=ai procon use; procon add con Slow --topic ai
      procon todo add Try; procon undo; stat -c %a $XDG_STATE_HOME/procon/current-topic-$$
      procon todo | cat; procon todo < /dev/null
      procon use --none; procon use; procon new Third; procon use
      procon remove topic third --yes > /dev/null; procon undo
      """)
    let list = "ai and which-db; name it with --topic"
    for (line, text) in zip(
      lines,
      [
        "Commands on this terminal are about \"Which db?\" now.",
        "\"Which db?\" (which-db), chosen on this terminal.",
        "Your position on \"Which db?\" is no.", "pro 1 \"Fast\" added to \"Which db?\"",
        "\"Artificial Intelligence\" (ai), as PROCON_TOPIC says.",
        "con 4 \"Slow\" added to \"Artificial Intelligence\"",
        "todo 1 \"Try\" added to \"Which db?\"", "Undone: added todo \"[ ] Try\".", "600", list,
        list,
        "No topic is chosen on this terminal.", list,
        "Created the topic third; it is the current topic now.",
        "\"Third\" (third), chosen on this terminal.",
        "there is no topic 'third', which 'use' has chosen on this terminal",
      ])
    {
      expect(line.contains(text))
    }
    expect(lines.count >= 16, "\(lines)")
    // Another terminal knows nothing of it.
    expect(try type("procon use which-db") != [])
    expect(try type("procon use").contains { $0.contains(list) })
    // Files of shells that have ended are removed with the next choice.
    expect(try type("procon use ai; ls $XDG_STATE_HOME/procon | grep -c current").last, equals: "1")
    let refused = try run("use", "ai")
    expect(refused.end, equals: .exited(64))
    expect(refused.errors.contains("there is no terminal to choose a topic for; set PROCON_TOPIC"))
  }

  @Test func `new takes an id, and on a terminal its topic is the current one`() throws {
    let lines = try type(
      """
      procon new "Which database?" --id db; procon use
      procon new Other --id a.b; procon new Other --id db; procon new Other --id create; procon use
      PROCON_TOPIC=ai procon new Other; procon use db; procon new Third | cat; procon use
      """)
    let chosen = "\"Which database?\" (db), chosen on this terminal."
    let texts = [
      "Created the topic db; it is the current topic now.", chosen,
      "\"a.b\" cannot be the id of a topic", "there is already a topic db; choose another id",
      "create is a reserved word; choose another id", chosen, "Created the topic other.",
      "Commands on this terminal are about \"Which database?\" now.", "\"id\":\"third\"", chosen,
    ]
    expect(lines.count, equals: texts.count, "\(lines)")
    for (line, text) in zip(lines, texts) { expect(line.contains(text)) }
    let refused = try run("new", "Other", "--id", "db")
    expect(refused.end, equals: .exited(65))
    expect(try run("new", "Other", "--id", "db-2").output.contains(#""id":"db-2""#))
  }

  @Test func `one word after a command is not the topic, unless it is the id of one`() throws {
    try create("Which db?")
    for (words, missing) in [
      (["vote", "ai"], "a position"), (["rename", "ai"], "a title"), (["object", "ai"], "a text"),
      (["decide", "ai", "--reason", "x"], "an outcome"),
      (["resolve", "ai"], "the id of an objection"),
    ] {
      let refused = try user.run(words, with: daemon)
      expect(refused.end, equals: .exited(64), "\(words)")
      expect(refused.errors.contains("'ai' is a topic, and \(missing) is missing"), "\(refused)")
    }
    expect(try run("rename", "ai", "--topic", "wh").end, equals: .exited(0))
    expect(try run("topics", "--topic", "which-db").output.hasPrefix("which-db\tai\t"))
    for words in [["ask", "ada", "--topic", "ai"], ["object", "No", "--topic", "ai"]] {
      expect(try user.run(words, with: daemon).end, equals: .exited(0), "\(words)")
    }
    expect(try run("objections", "ai").output.hasPrefix("1\topen\t"))
    expect(try run("vote", "ai", "yes", "--topic", "ai").errors.contains("given twice"))
    expect(try run("todo", "ai", "lst").errors.contains("(did you mean 'list'?)"))
  }

  @Test func `a topic in place of a command shows its board`() throws {
    try create("Which db?")
    let board = try run("wh")
    expect(board.end, equals: .exited(0), "\(board.errors)")
    expect(board.output.hasPrefix("Which db?\n"), "\(board.output)")
    // A command comes before a topic.
    try create("Status")
    expect(try run("status").output.hasPrefix("procond"))
    for (word, near) in [("wich-db", "which-db"), ("sbuscribe", "subscribe"), ("nothing", "")] {
      let refused = try run(word)
      expect(refused.end, equals: .exited(64))
      expect(
        refused.errors.contains(
          "there is no command or topic '\(word)'\(near.isEmpty ? ";" : " (did you mean '\(near)'?)")"
        ),
        "\(refused.errors)")
    }
    expect(try run("wh", "more").errors.contains("there is no command 'wh'"))
  }

  @Test func `subscribe reports a topic that does not exist`() throws {
    let once = try run("subscribe", "--topic", "aj", "--once")
    expect(once.end, equals: .exited(4))
    expect(once.errors.contains("no topic 'aj' (did you mean 'ai'?)"), "\(once.errors)")
    let client = try user.start(
      "procon-client", ["subscribe", "--topic", "new-one", "--socket", daemon.socket])
    try client.wait { client.errors.contains("there is no topic 'new-one' yet; waiting for it") }
    try create("New one")
    try client.wait { client.output.contains("topics.new-one.summary\t") }
    client.signal(SIGTERM)
    _ = try client.waitForEnd()
  }
}
