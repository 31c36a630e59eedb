import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `--format` with a template, as status lines and prompts use it.
@Suite(.blocking) struct TemplateFormatTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func client(_ words: String...) throws -> UserProcess {
    try user.start("procon-client", words + ["--socket", daemon.socket])
  }

  @Test func `a line is printed at once and whenever it changes`() throws {
    let client = try client(
      "subscribe", "--format", "{topics.ai.summary.title}: {topics.ai.summary.score} {shared.a.b.0}"
    )
    expect(try client.nextLine(), equals: "Artificial Intelligence: 1 ")
    try peer.call("topics.ai.pros.add", #"{"text":"One more","weight":3}"#)
    expect(try client.nextLine(), equals: "Artificial Intelligence: 4 ")
    // A change that is not shown.
    try peer.set("shared.a", #"{"c":1}"#)
    try peer.set("shared.a", #"{"b":["x\n\u001b[31my"]}"#)
    expect(try client.nextLine(), equals: "Artificial Intelligence: 4 x\u{FFFD}\u{FFFD}[31my")
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try client.nextLine(), equals: "Artificial Intelligence: 4 ")
  }

  @Test func `with patterns, a line is about the changed box`() throws {
    try peer.set("shared.a", #"{"n":1}"#)
    let client = try client("subscribe", "shared.*", "--format", "{@path}={.n}", "--escape", "tmux")
    expect(try client.nextLine(), equals: "shared.a=1")
    try peer.set("shared.b", ##"{"n":"#[x]"}"##)
    expect(try client.nextLine(), equals: "shared.b=##[x]")
    try peer.set("shared.a", #"{"n":1,"m":2}"#)
    try peer.set("shared.a", #"{"n":2,"m":2}"#)
    expect(try client.nextLine(), equals: "shared.a=2")
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try client.nextLine(), equals: "shared.a=")
    try peer.set("shared.a", #"{"n":2}"#)
    expect(try client.nextLine(), equals: "shared.a=2")
  }

  @Test(arguments: [
    "x", "", "it's", "a  b", #"two\nlines"#, #"$(exit 9)`exit 9`\\"#, #"-n '\"' ;*~\t"#,
  ])
  func `a shell evaluates a line and gets the values`(text: String) throws {
    try peer.set("shared.a", #"{"title":"\#(text)"}"#)
    let script = #"""
      eval "$(procon-client get shared.a --escape sh --format 'path={@path} title={.title} x={.x}')"
      printf '%s|%s|%s' "$path" "$title" "$x"
      """#
    let shell = try user.shell(script, environment: ["PROCON_SOCKET": daemon.socket])
    expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    let title = try require(try JSONText(parsing: "\"\(text)\"".utf8).string)
    let shown = String(title.map { "\n\t".contains($0) ? "\u{FFFD}" : $0 })
    expect(shell.output, equals: "shared.a|\(shown)|")
  }

  @Test func `a line of JSON contains the values as they are`() throws {
    try peer.set("shared.a", #"{"title":"a \"b\"\\ \u0007\u2028\nc","n":1.50}"#)
    let client = try client(
      "subscribe", "shared.*", "--escape", "json", "--format",
      #"{{"box":"{@path}","title":"{.title}","n":{.n},"none":"{.none}"}}"#)
    let line = try JSONText(parsing: client.nextLine().utf8)
    expect(line["box"]?.string, equals: "shared.a")
    expect(line["title"]?.string, equals: "a \"b\"\\ \u{7}\u{2028}\nc")
    expect(line["n"]?.description, equals: "1.50")
    expect(line["none"]?.string, equals: "")
  }

  @Test func `a list has the values of all elements, whenever they change`() throws {
    let list = try client(
      "subscribe", "--format", "{topics.ai.cons.items.*.text}", "--join", " | ")
    expect(
      try list.nextLine(), equals: "High cost | Lesser jobs | Fear of malicious implementation")
    try peer.call("topics.ai.cons.add", #"{"text":"It's new"}"#)
    let changed = "High cost | Lesser jobs | Fear of malicious implementation | It's new"
    expect(try list.nextLine(), equals: changed)
  }

  @Test(arguments: [["get"], ["subscribe", "--once"]])
  func `a list is joined with a pattern and without`(words: [String]) throws {
    try peer.set("shared.a", #"{"list":[{"n":1},{"m":2},{"n":3}]}"#)
    let perBox = try user.run(words + ["shared.*", "--format", "<{.list.*.n}>"], with: daemon)
    expect(perBox.output, equals: "<1, 3>\n")
    let options = ["--escape", "sh", "--join", "'"]
    let path = try user.run(words + ["--format", "n={shared.a.list.*.n}"] + options, with: daemon)
    expect(path.output, equals: "n='1'\\''3'\n")
    expect(perBox.errors + path.errors, equals: "")
    let wrong = try user.run(words + ["--format", "{shared.a.list.*.o}"], with: daemon)
    expect(wrong.output, equals: "\n")
    expect(wrong.errors.hasPrefix("procon-client: shared.a.list.* has no member 'o'"))
  }

  @Test func `a line can have the event, the position in the stream and the time`() throws {
    try peer.set("shared.a", "1")
    let words = ["shared.*", "--format", "{@event} {.} {@epoch} {@revision} {@time}"]
    let client = try user.start(
      "procon-client", ["subscribe", "--socket", daemon.socket] + words)
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    let epoch = try require(hello["params", "epoch"]?.string)
    let (first, time) = try split(client.nextLine())
    expect(first, equals: "set 1 \(epoch) \(try peer.revision())")
    expect(time.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try split(client.nextLine()).0, equals: "removed  \(epoch) \(try peer.revision())")
    // An expired box, too.
    try peer.call("set", #"{"box":"shared.b","value":2,"ttl":10}"#)
    expect(try split(client.nextLine()).0.hasPrefix("set 2 "))
    expect(try split(client.nextLine()).0.hasPrefix("removed  "))
    try peer.set("shared.a", "1")
    let get = try user.run(["get"] + words, with: daemon)
    expect(split(get.output).0, equals: "set 1 \(epoch) \(try peer.revision())")
  }

  /// Everything before the last word, and that word.
  private func split(_ line: String) -> (String, String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return (words.dropLast().joined(separator: " "), words.last?.filter { $0 != "\n" } ?? "")
  }

  @Test(arguments: [["get"], ["subscribe", "--once"]])
  func `a member that no box has is reported once, even with a pattern`(words: [String]) throws {
    try peer.set("shared.a", #"{"title":"A"}"#)
    try peer.set("shared.b", #"{"other":"B"}"#)
    let result = try user.run(
      words + ["shared.*", "--format", "{.titel}{.other}"], with: daemon)
    expect(result.end, equals: .exited(0))
    expect(result.output, equals: "\nB\n")
    expect(
      result.errors,
      equals: "procon-client: shared.a has no member 'titel' (did you mean 'title'?)\n")
  }

  @Test func `get prints a template once, with and without a pattern`() throws {
    let prompt = try client("get", "--format", "[{topics.ai.summary.leaning}|{shared.none}]")
    expect(try prompt.waitForEnd(), equals: .exited(0))
    expect(prompt.output, equals: "[pro|]\n")
    expect(prompt.errors.contains("there is no box for {shared.none} yet"))
    let lines = try client("get", "topics.*.summary", "--format", "{.title}: {.pros}/{.cons}")
    expect(try lines.waitForEnd(), equals: .exited(0))
    expect(lines.output, equals: "Artificial Intelligence: 4/3\n")
    let both = try client("get", "topics.**", "--format", "{topics.ai.summary.pros}")
    expect(try both.waitForEnd(), equals: .exited(0))
    expect(both.output, equals: "4\n")
    expect(both.errors, equals: "")
  }

  @Test func `a mistyped member is reported once, with a suggestion`() throws {
    let client = try client("subscribe", "--format", "<{topics.ai.summary.titel}>")
    expect(try client.nextLine(), equals: "<>")
    try client.wait { client.errors.contains("\n") }
    expect(
      client.errors,
      equals: """
        procon-client: topics.ai.summary has no member 'titel' (did you mean 'title'?)

        """)
  }

  @Test func `while the daemon is away, the line says so, and afterwards it returns`() throws {
    let daemon = try DaemonProcess()
    try daemon.connect().set("shared.a", "1")
    let client = try user.client(
      "subscribe", "--format", "a={shared.a}", "--offline", "a is away", "--socket", daemon.socket)
    expect(try client.nextLine(), equals: "a=1")
    daemon.process.signal(SIGKILL)
    expect(try client.nextLine(), equals: "a is away")
    try daemon.process.waitForEnd()
    let next = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    expect(try client.nextLine(), equals: "a=")
    try next.connect().call("set", #"{"box":"shared.a","value":1}"#)
    expect(try client.nextLine(), equals: "a=1")
  }

  @Test(arguments: [["--format", "json"], ["--format", "{.x}", "shared.*"], []])
  func `only a line about all boxes is replaced while the daemon is away`(words: [String]) throws {
    let client = try user.start("procon-client", ["subscribe", "--offline", "away"] + words)
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors.contains("--offline is for a template with fields such as {path.member}"))
  }

  @Test func `a closed reader ends the client`() throws {
    let client = try client("subscribe", "--format", "{topics.ai.summary.title}")
    _ = try client.nextLine()
    client.closeOutput()
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    (["--format", "{a"], "the '{' at character 1 has no '}'"),
    (["--format", "jsno"], "(did you mean 'json'?)"),
    (
      ["--format", "{.title}"], "{.member} needs a pattern of boxes; add one, or use {path.member}"
    ),
    (["--format", "{{}}"], "the template has no field"),
    (["--format", "json", "--escape", "tmux"], "--escape is for a template"),
    (["--format", "json", "--join", ";"], "--join is for a template"),
    (["--format", "{topics.ai.summary.title}", "--join", ";"], "--join is for a list"),
  ])
  func `a wrong template is reported in one line`(words: [String], reason: String) throws {
    for command in ["get", "subscribe"] {
      let patterns = command == "get" && words[1] != "{.title}" ? ["shared.**"] : []
      let client = try user.start("procon-client", [command] + patterns + words)
      expect(try client.waitForEnd(), equals: .exited(64))
      expect(client.errors.contains(reason), "\(client.errors)")
      expect(client.errors.hasSuffix("see 'procon-client \(command) --help'\n"))
      expect(client.errors.split(separator: "\n").count, equals: 1)
    }
  }
}
