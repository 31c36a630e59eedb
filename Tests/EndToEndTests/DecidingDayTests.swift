import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A day of three users of the system who decide something with one daemon. Only root can be all of them.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root can be three users"))
struct DecidingDayTests {
  private static let topic = "which-database-for-the-new-service"

  private let directory = TemporaryDirectory()
  private let daemon: DaemonProcess

  init() throws {
    // Others must reach the socket.
    chmod(directory.path, 0o755)
    mkdir(directory.file("procon"), 0o700)
    let mounts =
      #"{"topics":{"sqlite":"topics.sqlite"},"wiki":{"files":"wiki"},"db":{"sqlite":"db.sqlite"}}"#
    try write(#"{"mounts":\#(mounts)}"#, to: directory.file("procon/procond.json"))
    daemon = try DaemonProcess(in: directory)
    chmod(daemon.socket, 0o666)
  }

  /// Runs a command as a user of the system.
  private func run(
    _ user: String, _ words: [String]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try ChildProcess(
      "/usr/bin/setpriv",
      ["--reuid", user, "--regid", user, "--clear-groups", builtProgram("procon-client")] + words,
      environment: ["PROCON_SOCKET": daemon.socket, "HOME": "/nonexistent"])
    return (try client.waitForEnd(), client.standardOutput, client.standardError)
  }

  @discardableResult
  private func succeed(_ user: String, _ words: String...) throws -> String {
    let (end, output, errors) = try run(user, words)
    expect(end, equals: .exited(0), "\(user) \(words): \(errors)")
    return output
  }

  @Test func `three users argue, decide, reopen and decide again, and all stores have the result`()
    throws
  {
    let (one, two, three) = ("daemon", "bin", "games")
    try succeed(one, "new", "Which database for the new service?")
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["topics.\#(Self.topic).decision"]}"#)
    for number in 1...20 {
      let side = number.isMultiple(of: 2) ? "pro" : "con"
      try succeed(
        [one, two, three][number % 3], "add", side, "Argument \(number)", "--topic", Self.topic)
    }
    try succeed(
      one, "ask", Self.topic, one, two, three, "--quorum", "100%")
    try succeed(two, "support", "pro", "Argument 2", "--topic", Self.topic)
    try succeed(one, "vote", Self.topic, "yes", "--because", "Everybody knows it")
    try succeed(two, "vote", Self.topic, "no")
    let early = try run(one, ["decide", Self.topic, "yes", "--reason", "It is known"])
    expect(early.end, equals: .exited(65))
    expect(early.errors.contains("2 of the 3 people who are needed have answered"))
    let awaited = try peer.value("topics.\(Self.topic).positions.awaited").description
    expect(awaited, equals: #"["games"]"#)
    try succeed(three, "vote", Self.topic, "yes")
    try succeed(one, "decide", Self.topic, "yes", "--reason", "It is known")

    let refused = try run(two, ["add", "con", "Too late", "--topic", Self.topic])
    expect(refused.end, equals: .exited(65))
    expect(refused.errors.contains("daemon decided this topic at "))
    try succeed(three, "reopen", Self.topic)
    try succeed(two, "add", "con", "Not too late", "--topic", Self.topic)
    for (user, vote) in [(one, "no"), (two, "no"), (three, "abstain")] {
      try succeed(user, "vote", Self.topic, vote)
    }
    try succeed(two, "decide", Self.topic, "no", "--reason", "It is too slow")
    var line = ""
    while !line.hasPrefix("decided: no · by bin on ") {
      let value = try peer.next()["params", "boxes", "topics.\(Self.topic).decision"]
      line = value?["line"]?.string ?? line
    }
    let history = try succeed(one, "history", Self.topic, "--limit", "100")
    expect(history.contains("\tdaemon\tdecided: yes, because \"It is known\""))
    expect(history.contains("\tgames\treopened what was decided: yes"))
    expect(history.contains("\tbin\tdecided: no, because \"It is too slow\""))

    // The same board in files and in another database, also by way of Markdown.
    let export = try succeed(one, "export", Self.topic)
    let markdown = try succeed(one, "export", Self.topic, "--format", "markdown")
    for (root, text, name) in [("wiki", export, "export.json"), ("db", markdown, "export.md")] {
      try write(text, to: directory.file(name))
      chmod(directory.file(name), 0o644)
      try succeed(one, "import", directory.file(name), "--root", root)
      let copy = try succeed(one, "export", "\(root).\(Self.topic)")
      expect(try board(copy), equals: try board(export), "\(root)")
    }
  }

  @Test func `three users choose one of four options, with an objection and todos`() throws {
    let (one, two, three) = ("daemon", "bin", "games")
    let users = [one, two, three]
    try succeed(one, "new", "Which database for the new service?")
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["topics.\#(Self.topic).options.*.pros.items"]}"#)
    for (index, title) in ["Postgres", "SQLite", "MySQL", "Files"].enumerated() {
      try succeed(users[index % 3], "options", Self.topic, "add", title)
    }
    for number in 1...20 {
      let option = ["Postgres", "SQLite", "MySQL", "Files"][number % 4]
      try succeed(
        users[number % 3], "add", number.isMultiple(of: 2) ? "pro" : "con", "Argument \(number)",
        "--topic", Self.topic, "--option", option)
    }
    try succeed(
      two, "comment", "pro", "Argument 4", "See https://example.org", "--topic", Self.topic,
      "--option", "Postgres")
    // A subscriber to a pattern gets the boards of options that are added later.
    var seen: Set<String> = []
    while seen.count < 4 {
      for box in try peer.next()["params", "boxes"]?.members ?? [] { seen.insert(box.name) }
    }
    try succeed(one, "ask", Self.topic, one, two, three, "--quorum", "100%", "--objections-block")
    try succeed(one, "vote", Self.topic, "Postgres", "--because", "Everybody knows it")
    try succeed(two, "vote", Self.topic, "sqlite")
    let unknown = try run(three, ["vote", Self.topic, "Postgre"])
    expect(unknown.end, equals: .exited(4))
    expect(unknown.errors.contains("Postgres"))
    expect(try run(three, ["vote", Self.topic, "yes"]).errors.contains("has options"))
    let early = try run(one, ["decide", Self.topic, "Postgres", "--reason", "It is known"])
    expect(early.errors.contains("2 of the 3 people who are needed have answered"))
    try succeed(three, "vote", Self.topic, "1")
    try succeed(three, "object", Self.topic, "Nobody can operate it")
    let blocked = try run(one, ["decide", Self.topic, "Postgres", "--reason", "It is known"])
    expect(blocked.end, equals: .exited(65))
    expect(blocked.errors.contains("objection 1 of games is open"))
    expect(try run(one, ["resolve", Self.topic, "1"]).errors.contains("only games"))
    try succeed(one, "resolve", Self.topic, "1", "--answer", "I can")
    try succeed(three, "resolve", Self.topic, "1")
    try succeed(one, "decide", Self.topic, "Postgres", "--reason", "It is known")
    expect(
      try peer.value("topics.\(Self.topic).decision")["line"]?.string?
        .hasPrefix("decided: Postgres · by daemon on "), equals: true)

    for refused in [
      ["add", "con", "Too late", "--topic", Self.topic, "--option", "Postgres"],
      ["options", Self.topic, "add", "Oracle"],
      ["options", Self.topic, "remove", "Files", "--yes"],
      ["vote", Self.topic, "Files"], ["object", Self.topic, "Too late"],
    ] {
      let answer = try run(two, refused)
      expect(answer.end, equals: .exited(65), "\(refused)")
      expect(answer.errors.contains("daemon decided this topic at "), "\(refused)")
    }
    try succeed(
      one, "todo", Self.topic, "add", "Migrate the staging copy", "--assign", two, "--due",
      "2026-12-01")
    try succeed(two, "todo", Self.topic, "check", "1")
    expect(
      try succeed(one, "todo", Self.topic),
      equals: "1\t[x]\tMigrate the staging copy\tbin\t2026-12-01\n")

    try succeed(three, "reopen", Self.topic)
    expect(try succeed(one, "positions", Self.topic), equals: "")
    try succeed(two, "options", Self.topic, "change", "2", "--title", "SQLite, one file each")
    for user in users { try succeed(user, "vote", Self.topic, "SQLite, one file each") }
    try succeed(two, "decide", Self.topic, "2", "--reason", "It is enough")
    try succeed(one, "new", "Which cache?")
    try succeed(one, "supersede", Self.topic, "which-cache")
    expect(
      try peer.value("topics.which-cache.decision")["supersedes"]?.description,
      equals: "[\"\(Self.topic)\"]")
    let feed = try succeed(one, "feed", "--limit", "200")
    expect(feed.contains("\tgames\t\(Self.topic)\tobjected: \"Nobody can operate it\""))
    expect(feed.contains("\tbin\t\(Self.topic)\tdecided: SQLite, one file each"))

    // The same board in files and in another database, also by way of Markdown; and as a record.
    let export = try succeed(one, "export", Self.topic)
    let markdown = try succeed(one, "export", Self.topic, "--format", "markdown")
    for (root, text, name) in [("wiki", export, "export.json"), ("db", markdown, "export.md")] {
      try write(text, to: directory.file(name))
      chmod(directory.file(name), 0o644)
      try succeed(one, "import", directory.file(name), "--root", root)
      let copy = try succeed(one, "export", "\(root).\(Self.topic)")
      expect(try board(copy), equals: try board(export), "\(root)")
    }
    let (end, record, leftOut) = try run(one, ["export", Self.topic, "--format", "madr"])
    expect(end, equals: .exited(0))
    expect(record.contains("Chosen option: \"SQLite, one file each\", because"))
    expect(record.contains("### Postgres"))
    expect(leftOut.contains("todo"))
    try write(record, to: directory.file("record.md"))
    chmod(directory.file("record.md"), 0o644)
    let imported = try succeed(one, "import", directory.file("record.md"))
    expect(imported.contains("\(Self.topic)-2"))
    expect(try succeed(one, "options", "\(Self.topic)-2").split(separator: "\n").count, equals: 4)
  }

  /// The title, the boards, the positions, the rule, the decision and what else belongs to an exported
  /// topic.
  private func board(_ export: String) throws -> [String] {
    let topic = try JSONText(parsing: export.utf8.prefix { $0 != 10 })["topics"]?.elements?.last
    return [
      "title", "options", "pros", "cons", "positions", "objections", "rule", "decision", "round",
      "todos",
    ].map { name in
      "\(name) \(topic?[name]?.description ?? "")"
    }
  }
}
