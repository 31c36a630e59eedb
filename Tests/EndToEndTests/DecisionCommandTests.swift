import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The commands for positions and decisions.
@Suite(.blocking) struct DecisionCommandTests {
  private static let stores: [DaemonProcess.Store] = [.memory, .sqlite, .files]

  private let user = TestUser()
  private let name = String(cString: getpwuid(geteuid()).pointee.pw_name)

  private func run(
    _ words: String..., with daemon: DaemonProcess
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon)
  }

  private func line(_ daemon: DaemonProcess) throws -> String {
    let answer = try run("get", "topics.ai.decision", "--format", "value", with: daemon)
    expect(answer.end, equals: .exited(0), "\(answer.errors)")
    let value = try JSONText(parsing: answer.output.utf8.prefix { $0 != 10 })
    return try require(value["line"]?.string)
  }

  @Test(arguments: stores)
  func `a topic is argued about, decided and reopened`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonProcess(store: store)
    expect(try line(daemon), equals: "open · no answers yet")
    expect(try run("positions", with: daemon).output, equals: "")
    let vote = try run("vote", "ai", "yes", "--because", "It never sleeps", with: daemon)
    expect(vote.end, equals: .exited(0), "\(vote.errors)")
    expect(try line(daemon), equals: "open · 1 answered · yes leads 1 to 0")
    let positions = try run("positions", "ai", with: daemon).output
    expect(positions.hasSuffix("\t\(name)\tyes\tIt never sleeps\n"), "\(positions)")
    expect(try run("vote", "ai", "abstain", with: daemon).end, equals: .exited(0))
    expect(try line(daemon), equals: "open · 1 answered")
    let back = store == .files ? ["vote", "ai", "yes"] : ["undo"]
    expect(try user.run(back, with: daemon).end, equals: .exited(0))
    expect(try line(daemon), equals: "open · 1 answered · yes leads 1 to 0")

    expect(try run("support", "con", "High cost", with: daemon).end, equals: .exited(0))
    let cons = try run("get", "topics.ai.cons.items", with: daemon).output
    expect(cons.contains("\"supporters\":[\"\(name)\"]"), "\(cons)")
    expect(try run("support", "con", "1", "--withdraw", with: daemon).end, equals: .exited(0))
    expect(try !run("get", "topics.ai.cons.items", with: daemon).output.contains("supporters"))

    let decided = try run("decide", "ai", "yes", "--reason", "It works", with: daemon)
    expect(decided.end, equals: .exited(0), "\(decided.errors)")
    expect(try line(daemon).hasPrefix("decided: yes · by \(name) on "))
    let summary = try run("get", "topics.ai.summary", "--format", "value", with: daemon).output
    expect(summary.contains(#""line":"decided: yes · 4 pros"#), "\(summary)")
    for words in [
      ["add", "pro", "New"], ["change", "pro", "1", "New"], ["move", "pro", "1", "--to", "con"],
      ["remove", "pro", "1", "--yes"], ["rename", "ai", "AI"], ["vote", "ai", "no"],
      ["support", "pro", "1"],
      ["vote", "ai", "withdraw"], ["decide", "ai", "no", "--reason", "No"],
    ] + (store == .files ? [] : [["undo"]]) {
      let refused = try user.run(words, with: daemon)
      expect(refused.end, equals: .exited(65), "\(words): \(refused)")
      expect(refused.errors.contains("\(name) decided this topic at "), "\(words): \(refused)")
      expect(refused.errors.contains("'procon-client reopen' reopens it"), "\(refused.errors)")
    }
    let post = try run("post", "--title", "After", "--content", "Text", with: daemon)
    expect(post.end, equals: .exited(0), "\(post.errors)")

    expect(try run("reopen", "ai", with: daemon).end, equals: .exited(0))
    expect(try line(daemon), equals: "open, round 2 · no answers yet")
    expect(try run("reopen", "ai", with: daemon).errors.contains("this topic is open"))
    expect(try run("add", "pro", "New", with: daemon).end, equals: .exited(0))
    expect(
      try run("decide", "ai", "drop", "--reason", "Enough", with: daemon).end, equals: .exited(0))
    expect(try line(daemon).hasPrefix("dropped · by \(name) on "))
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `a decision survives a crash, and an exported topic has it`(
    store: DaemonProcess.Store
  ) throws {
    let directory = TemporaryDirectory()
    let first = try DaemonProcess(in: directory, store: store)
    expect(try run("vote", "ai", "no", with: first).end, equals: .exited(0))
    expect(
      try run("decide", "ai", "no", "--reason", "Too loud", with: first).end, equals: .exited(0))
    let before = try line(first)
    first.process.signal(SIGKILL)
    expect(try first.process.waitForEnd(), equals: .killed(signal: SIGKILL))
    let daemon = try DaemonProcess(in: directory, store: store)
    expect(try line(daemon), equals: before)
    for format in ["json", "markdown"] {
      let file = directory.file(format == "json" ? "export.json" : "export.md")
      try write(try run("export", "ai", "--format", format, with: daemon).output, to: file)
      let imported = try run("import", file, with: daemon)
      expect(imported.end, equals: .exited(0), "\(imported.errors)")
      let id = try require(
        imported.output.split(separator: "\"").dropLast(1).last.map(String.init))
      let copy = try run("export", id, with: daemon).output
      for part in [#""outcome":"no""#, #""reason":"Too loud""#, #""position":"no""#] {
        expect(copy.contains(part), "\(format): \(copy)")
      }
    }
  }

  @Test func `a mistake is explained`() throws {
    let daemon = try DaemonProcess()
    let missing = try run("decide", "ai", "yes", with: daemon)
    expect(missing.end, equals: .exited(64))
    expect(missing.errors.contains("--reason"))
    let unknown = try run("vote", "ai", "maybe", with: daemon)
    expect(unknown.end, equals: .exited(64))
    expect(unknown.errors.contains("yes") && unknown.errors.contains("abstain"))
    let withdrawn = try run("vote", "ai", "withdraw", "--because", "Why", with: daemon)
    expect(withdrawn.end, equals: .exited(64))
    expect(try run("vote", "ai", "withdraw", with: daemon).errors.contains("no position"))
    for words in [["vote", "none", "yes"], ["positions", "none"], ["reopen", "none"]] {
      let answer = try user.run(words, with: daemon)
      expect(answer.end, equals: .exited(4), "\(words): \(answer)")
      expect(answer.errors.contains("no topic 'none'"), "\(answer.errors)")
    }
    let long = String(repeating: "x", count: 2001)
    let tooLong = try run("decide", "ai", "yes", "--reason", long, with: daemon)
    expect(tooLong.errors.contains("reason must be at most 2000 characters"), "\(tooLong.errors)")
  }

  @Test func `what another program changes after the decision is shown, and the outcome stays`()
    throws
  {
    let directory = TemporaryDirectory()
    let daemon = try DaemonProcess(in: directory, store: .files)
    expect(
      try run("decide", "ai", "yes", "--reason", "It works", with: daemon).end, equals: .exited(0))
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["topics.ai.decision"]}"#)
    let path = "\(daemon.socket).state/procon/topics/ai.md"
    let text = try require(contents(of: path))
    try write(text.replacing("No breaks", with: "Some breaks"), to: path)
    while true {
      guard let value = try peer.next()["params", "boxes", "topics.ai.decision"],
        value["isChangedSince"]?.boolean == true
      else { continue }
      expect(value["outcome"]?.string, equals: "yes")
      expect(value["line"]?.string?.hasSuffix(" · changed after the decision"), equals: true)
      break
    }
  }

  @Test func `a rule must name reopening, and positions can be hidden`() throws {
    let daemon = try PolicyFiles(
      [
        rule("user:ada", "read call", "topics.**"), rule("user:bob", "read", "topics.*.decision"),
        rule("user:bob", "call", "topics.history topics.export"),
        rule("user:bob", "call", "topics.*.decision.reopen"),
      ], store: .sqlite
    ).start()
    let (ada, bob) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    try ada.call("topics.ai.positions.take", #"{"position":"yes","because":"It works"}"#)
    try ada.call("topics.ai.decision.ask", #"{"asked":["ada","zoe"],"quorum":"50%"}"#)
    let decided = try ada.call(
      "topics.ai.decision.decide", #"{"outcome":"yes","reason":"It works"}"#)
    expect(decided["result"] != nil, "\(decided)")
    let shown = try bob.value("topics.ai.decision")
    expect(shown["tally"]?.description, equals: #"[{"count":1,"position":"yes"}]"#)
    expect(try bob.call("get", #"{"boxes":["topics.ai.positions.items"]}"#).isRefusal)
    for (peer, actions) in [(ada, ["decided", "ruled", "voted"]), (bob, ["decided"])] {
      let items = try peer.call("topics.history", #"{"id":"ai"}"#)["result", "items"]?.elements
      expect(items?.compactMap { $0["action"]?.string }, equals: actions)
    }
    for (peer, isShown) in [(ada, true), (bob, false)] {
      let export = try peer.call("topics.export", #"{"id":"ai"}"#).description
      expect(export.contains("It works"))
      expect(export.contains("zoe") == isShown && export.contains(#""positions""#) == isShown)
    }
    expect(try ada.call("topics.ai.decision.reopen").isRefusal)
    expect(try bob.call("topics.ai.decision.reopen")["result"] != nil)
  }

  @Test(arguments: stores)
  func `what waits for the user is listed, and known to a bar`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonProcess(store: store)
    expect(try run("awaiting", with: daemon) == (.exited(0), "", ""))
    let asked = try run("ask", "ai", name, "--until", "2999-11-27T17:00:00Z", with: daemon)
    expect(asked.end, equals: .exited(0), "\(asked.errors)")
    let todo = try run(
      "todo", "ai", "add", "Migrate", "--assign", name, "--due", "2999-01-01", with: daemon)
    expect(todo.end, equals: .exited(0), "\(todo.errors)")
    expect(
      try run("awaiting", with: daemon).output,
      equals: "todo\tai\tMigrate\t2999-01-01\n"
        + "position\tai\tArtificial Intelligence\t2999-11-27T17:00:00.000Z\n")
    expect(
      try run("get", "--format", "{session.awaiting.summary.line}", with: daemon).output,
      equals: "2 things await you · until 2999-01-01\n")
    let bar = try user.start(
      "procon-client",
      ["subscribe", "session.awaiting.*", "--format", "waybar", "--socket", daemon.socket])
    let first = try JSONText(parsing: try bar.nextLine().utf8)
    expect(first["text"]?.string, equals: "2 things await you · until 2999-01-01")
    expect(try run("vote", "ai", "yes", with: daemon).end, equals: .exited(0))
    expect(try run("todo", "ai", "check", "1", with: daemon).end, equals: .exited(0))
    while try JSONText(parsing: try bar.nextLine().utf8)["text"]?.string != "" {}
    expect(try run("awaiting", with: daemon) == (.exited(0), "", ""))
  }

}
