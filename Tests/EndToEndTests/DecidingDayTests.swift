import BoxWire
import BoxWireTestSupport
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
    #expect(end == .exited(0), "\(user) \(words): \(errors)")
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
    #expect(early.end == .exited(65))
    #expect(early.errors.contains("2 of the 3 people who are needed have answered"))
    let awaited = try peer.value("topics.\(Self.topic).positions.awaited").description
    #expect(awaited == #"["games"]"#)
    try succeed(three, "vote", Self.topic, "yes")
    try succeed(one, "decide", Self.topic, "yes", "--reason", "It is known")

    let refused = try run(two, ["add", "con", "Too late", "--topic", Self.topic])
    #expect(refused.end == .exited(65))
    #expect(refused.errors.contains("daemon decided this topic at "))
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
    #expect(history.contains("\tdaemon\tdecided: yes, because \"It is known\""))
    #expect(history.contains("\tgames\treopened what was decided: yes"))
    #expect(history.contains("\tbin\tdecided: no, because \"It is too slow\""))

    // The same board in files and in another database, also by way of Markdown.
    let export = try succeed(one, "export", Self.topic)
    let markdown = try succeed(one, "export", Self.topic, "--format", "markdown")
    for (root, text, name) in [("wiki", export, "export.json"), ("db", markdown, "export.md")] {
      try write(text, to: directory.file(name))
      chmod(directory.file(name), 0o644)
      try succeed(one, "import", directory.file(name), "--root", root)
      let copy = try succeed(one, "export", "\(root).\(Self.topic)")
      #expect(try board(copy) == board(export), "\(root)")
    }
  }

  /// The title, the arguments, the positions, the rule and the decision of an exported topic.
  private func board(_ export: String) throws -> [String] {
    let topic = try JSONText(parsing: export.utf8.prefix { $0 != 10 })["topics"]?.elements?.last
    return ["title", "pros", "cons", "positions", "rule", "decision", "round"].map { name in
      "\(name) \(topic?[name]?.description ?? "")"
    }
  }
}
