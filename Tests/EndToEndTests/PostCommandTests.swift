import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The commands that write and read posts.
@Suite(.blocking) struct PostCommandTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let directory = TemporaryDirectory()

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func run(
    _ words: String..., input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon, input: input)
  }

  /// Runs `post` on a terminal, with a script as the editor that gets the file's name as `$1`.
  private func edit(
    _ script: String, _ words: String...
  ) throws -> (end: ChildProcess.End, screen: String) {
    let terminal = try PseudoTerminal(columns: 200)
    let client = try start(script, words, on: terminal)
    let end = try client.waitForEnd()
    return (end, terminal.screen.text)
  }

  private func start(
    _ script: String, _ words: [String] = [], on terminal: PseudoTerminal
  ) throws -> UserProcess {
    try write("#!/bin/sh\n\(script)\n", to: directory.file("editor"))
    chmod(directory.file("editor"), 0o700)
    return try user.start(
      "procon-client", ["post"] + words + ["--socket", daemon.socket],
      environment: ["VISUAL": directory.file("editor"), "TMPDIR": directory.path],
      input: .terminal, output: .terminal(terminal))
  }

  private func id(_ answer: String) throws -> String {
    try require(try JSONText(parsing: answer.utf8.prefix { $0 != 10 })["id"]?.string)
  }

  /// The files that an editor has received.
  private func drafts() -> [String] {
    entries(of: directory.path).filter { $0.hasPrefix("procon-") }
  }

  @Test func `a post is written, listed, printed, edited and removed`() throws {
    let written = try run("post", "--title", "Trial", "--content", "One\n\ttwo")
    expect(written.end, equals: .exited(0))
    let id = try id(written.output)
    let list = try run("posts").output.split(separator: "\t")
    expect(list[0] == id)
    expect(list[3], equals: "Trial\n")
    let text = try run("posts", id).output
    expect(text.hasPrefix("Trial\n"))
    expect(text.hasSuffix(" UTC\n\nOne\n\ttwo\n"))
    let edited = try run("post", "--edit", id, "--content", "-", input: "Three\n")
    expect(edited.end, equals: .exited(0))
    expect(try run("posts", id).output.contains(", edited 2"))
    expect(try run("posts", id).output.hasSuffix("\n\nThree\n"))
    expect(try run("remove", "post", id).errors.contains("this needs --yes"))
    expect(try run("remove", "post", id, "--yes").end, equals: .exited(0))
    expect(try run("posts").output, equals: "")
    let gone = try run("posts", id)
    expect(gone.end, equals: .exited(4))
    expect(gone.errors.contains("there is no post"))
  }

  @Test func `the list has dates in words on a terminal, and in RFC 3339 in a pipe`() throws {
    _ = try run("post", "--title", "Trial", "--content", "One")
    let list = try run("posts").output
    expect(list.contains(#/\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\t/#), "\(list)")
    let terminal = try PseudoTerminal(columns: 200)
    let client = try user.start(
      "procon-client", ["posts", "--socket", daemon.socket], output: .terminal(terminal))
    expect(try client.waitForEnd(), equals: .exited(0))
    let screen = terminal.screen.text
    expect(screen.contains(#/  \d{4}-\d\d-\d\d \d\d:\d\d UTC  /#), "\(screen)")
  }

  @Test func `posts are listed in pages`() throws {
    for number in 1...3 {
      expect(try run("post", "--title", "\(number)", "--content", "x").end, equals: .exited(0))
    }
    let newest = try run("posts", "--limit", "2").output.split(separator: "\n")
    expect(newest.map { $0.suffix(1) }, equals: ["3", "2"])
    let last = try require(newest.last?.prefix { $0 != "\t" })
    expect(try run("posts", "--before", String(last)).output.hasSuffix("\t1\n"))
  }

  @Test(arguments: [
    ["posts"], ["post", "--title", "a", "--content", "b"], ["remove", "post", "x"],
  ])
  func `a topic that does not exist is named`(words: [String]) throws {
    let client = try user.start(
      "procon-client", words + ["--topic", "none", "--socket", daemon.socket])
    expect(try client.waitForEnd(), equals: .exited(4))
    expect(client.errors.contains("no topic 'none'"))
  }

  @Test func `without a terminal, post needs title and content`() throws {
    let result = try run("post", "--title", "Trial")
    expect(result.end, equals: .exited(64))
    expect(result.errors.contains("without a terminal, this needs --title and --content"))
  }

  @Test func `the first line in the editor is the title, and the rest is the content`() throws {
    let written = try edit(#"printf '\n  Trial \n\n\n  One\n\ntwo\n\n' > "$1""#)
    expect(written.end, equals: .exited(0), "\(written.screen)")
    expect(drafts(), equals: [])
    let id = String(try run("posts").output.prefix { $0 != "\t" })
    expect(written.screen.contains("Wrote the post \(id)."))
    let text = try run("posts", id).output
    expect(text.hasPrefix("Trial\n"))
    expect(text.hasSuffix("\n\n  One\n\ntwo\n"))
    let copy = directory.file("copy")
    let edited = try edit(#"cp "$1" \#(copy); echo more >> "$1""#, "--edit", id)
    expect(edited.end, equals: .exited(0), "\(edited.screen)")
    expect(contents(of: copy), equals: "Trial\n\n  One\n\ntwo\n")
    expect(try run("posts", id).output.hasSuffix("\n\n  One\n\ntwo\nmore\n"))
  }

  @Test func `an unchanged text writes nothing`() throws {
    let empty = try edit("true")
    expect(empty.end, equals: .exited(1))
    expect(empty.screen.contains("nothing was written: the text is unchanged"))
    expect(try run("posts").output, equals: "")
    expect(drafts(), equals: [])
  }

  /// Expects that a signal ends an editor, of which a script writes the process IDs.
  private func expectEnd(of script: String, by signal: Int32) throws {
    let terminal = try PseudoTerminal(columns: 200)
    let settings = terminal.settings
    let client = try start(
      "stty raw -echo; echo half > $1; cd \(directory.path)\n\(script)", on: terminal)
    var editors: [Int32] = []
    try waitUntil("the editor runs") {
      editors =
        contents(of: directory.file("ids"))?.split(separator: " ").compactMap { Int32($0) } ?? []
      return !editors.isEmpty
    }
    client.signal(signal)
    expect(try client.waitForEnd(), equals: .exited(128 + signal))
    try waitUntil("nothing is left of the editor") { editors.allSatisfy { kill($0, 0) != 0 } }
    expect(terminal.settings, equals: settings)
    expect(terminal.screen.text.contains("the text is kept in \(directory.path)/procon-"))
    let draft = try require(drafts().first)
    expect(contents(of: directory.file(draft)), equals: "half\n")
  }

  @Test(
    arguments: [
      "echo $$ '' > new; mv new ids; exec tail -f /dev/null",
      "tail -f /dev/null & echo $$ $! '' > new; mv new ids; wait",
      "tail -f /dev/null & echo $$ $! '' > new; kill -STOP $!; mv new ids; wait",
    ], [SIGTERM, SIGHUP])
  func `a signal ends the editor, too, and keeps the text`(script: String, signal: Int32) throws {
    try expectEnd(of: script, by: signal)
  }

  @Test func `an editor that ignores the signal is killed`() throws {
    try expectEnd(
      of: "trap '' TERM; echo $$ '' > new; mv new ids; exec tail -f /dev/null", by: SIGTERM)
  }

  @Test func `a text that cannot be sent is kept in a file`() throws {
    let long = try edit(#"yes | head -c 70000 > "$1""#)
    expect(long.end, equals: .exited(65))
    expect(long.screen.contains("content must be at most 65,536 bytes long"))
    expect(long.screen.contains("the text is kept in \(directory.path)/procon-"))
    expect(drafts().count, equals: 1)
    let failed = try edit("echo half > \"$1\"; exit 3")
    expect(failed.end, equals: .exited(126))
    expect(failed.screen.contains("it exited with status 3"))
    expect(drafts().count, equals: 2)
  }

  @Test(arguments: [
    (#"head -c 1100000 /dev/zero | tr '\0' x"#, "is longer than 1048576 bytes; shorten it"),
    (#"printf 'caf\351'"#, "is not UTF-8; save it in UTF-8"),
  ])
  func `an edited text that cannot be used is kept in a file`(
    script: String, advice: String
  ) throws {
    let unusable = try edit("\(script) > \"$1\"")
    expect(unusable.end, equals: .exited(126))
    expect(unusable.screen.contains("the edited text \(advice)"), "\(unusable.screen)")
    expect(drafts().count, equals: 1)
  }

  @Test func `a post that somebody else has edited is not overwritten`() throws {
    let id = try id(try run("post", "--title", "Trial", "--content", "One").output)
    let call =
      "'\(builtProgram("procon-client"))' call topics.ai.posts.edit --socket \(daemon.socket)"
    let edited = try edit(
      #"\#(call) id=\#(id) content=Two >/dev/null; echo Three >> "$1""#, "--edit", id)
    expect(edited.end, equals: .exited(5), "\(edited.screen)")
    expect(edited.screen.contains("was changed at"))
    expect(drafts().count, equals: 1)
    expect(try run("posts", id).output.hasSuffix("\n\nTwo\n"))
  }

  @Test func `subscribe shows the posts under the board, and the list of topics`() throws {
    _ = try run("post", "--title", "Trial", "--content", "It is faster.")
    let board = try run("subscribe", "--posts", "--once", "--format", "board").output
    expect(board.contains("💬 Posts (1)\n"))
    expect(board.contains("\n* Trial\n"))
    expect(board.hasSuffix("\n  It is faster.\n"))
    expect(!(try run("subscribe", "--once", "--format", "board").output.contains("Posts")))
    let list = try run("subscribe", "--topics", "--once", "--format", "board").output
    expect(list.hasPrefix("Topics (1)\n"))
    expect(list.contains("\nai  Artificial Intelligence  4 pros · 3 cons"))
    let lines = try run("subscribe", "--topics", "--once").output
    expect(lines.hasPrefix("topics.ai.summary\t{"))
  }

  @Test func `the list of topics is live`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 10)
    let client = try user.start(
      "procon-client", ["subscribe", "--topics", "--socket", daemon.socket], input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Topics (1)") }
    expect(try run("new", "Cats").end, equals: .exited(0))
    try client.wait { terminal.screen.contains("cats") && terminal.screen.contains("Topics (2)") }
    expect(try run("add", "pro", "Fur", "--topic", "cats").end, equals: .exited(0))
    try client.wait { terminal.screen.contains("1 pro · 0 cons") }
    client.signal(SIGINT)
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
  }
}
