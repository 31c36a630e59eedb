import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The output of `subscribe` and `get`.
@Suite(.blocking) struct FormatTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  /// - Returns: its revision.
  @discardableResult
  private func set(_ box: String, _ value: String) throws -> Int {
    let answer = try peer.call("set", #"{"box":"\#(box)","value":\#(value)}"#)
    return try require(answer["result", "revision"]?.integer)
  }

  private func client(_ words: String...) throws -> UserProcess {
    try user.start("procon-client", words + ["--socket", daemon.socket])
  }

  @Test func `lines have path, tab and compact JSON, and for a removed box path and tab`() throws {
    try set("shared.a", #"{ "b" : [1.50, "x y"],  "a":1e2 }"#)
    let client = try client("subscribe", "shared.**")
    expect(try client.nextLine(), equals: "shared.a\t{\"b\":[1.50,\"x y\"],\"a\":1e2}")
    try set("shared.b", #""two\nlines\tand a tab""#)
    expect(try client.nextLine(), equals: #"shared.b"# + "\t" + #""two\nlines\tand a tab""#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try client.nextLine(), equals: "shared.a\t")
    try set("shared.a", "null")
    expect(try client.nextLine(), equals: "shared.a\tnull")
  }

  @Test func `json prints what the daemon sends, with its revision`() throws {
    let first = try set("shared.a", "1")
    let client = try client("subscribe", "shared.**", "--format", "json")
    expect(try client.nextLine(), equals: #"{"revision":\#(first),"boxes":{"shared.a":1}}"#)
    let next = try set("shared.a", #"{ "x": 1 }"#)
    expect(try client.nextLine(), equals: #"{"revision":\#(next),"boxes":{"shared.a":{"x":1}}}"#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(
      try client.nextLine(), equals: #"{"revision":\#(next + 1),"boxes":{},"removed":["shared.a"]}"#
    )
  }

  @Test func `value prints the bare value, a string without quotes`() throws {
    try set("shared.a", #""a \"quoted\" word \u00e9""#)
    let client = try client("subscribe", "shared.**", "--format", "value")
    expect(try client.nextLine(), equals: #"a "quoted" word é"#)
    try set("shared.a", "21.50")
    expect(try client.nextLine(), equals: "21.50")
    try set("shared.a", #"["x", null]"#)
    expect(try client.nextLine(), equals: #"["x",null]"#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try client.nextLine(), equals: "")
    try peer.call("set", #"{"box":"shared.b","value":true,"ttl":10}"#)
    expect(try client.nextLine(), equals: "true")
    expect(try client.nextLine(), equals: "")
  }

  @Test func `in a pipe, subscribe prints a value on one line and get prints it unchanged`() throws
  {
    try set("shared.a", #""two\r\nlines\tand \u001b\n""#)
    try set("shared.b", #""three""#)
    for option in [["--once"], ["--once", "--every"]] {
      let subscribe = try user.start(
        "procon-client",
        ["subscribe", "shared.**", "--format", "value", "--socket", daemon.socket] + option)
      expect(try subscribe.waitForEnd(), equals: .exited(0))
      expect(subscribe.output, equals: "two lines\tand \u{1B} \nthree\n")
    }
    let get = try client("get", "shared.**", "--format", "value")
    expect(try get.waitForEnd(), equals: .exited(0))
    expect(get.output, equals: "two\r\nlines\tand \u{1B}\n\nthree\n")
  }

  @Test func `without a pattern, the lines are those of the topic`() throws {
    let client = try client("subscribe", "--once")
    expect(try client.waitForEnd(), equals: .exited(0))
    let paths = client.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    let lists = ["cons", "objections", "options", "positions", "posts", "pros", "todos"]
    let parts = lists.flatMap { part in
      ["isErrorFree", "isFetching", "items"].map { "topics.ai.\(part).\($0)" }
    }
    let single = ["topics.ai.decision", "topics.ai.positions.awaited", "topics.ai.summary"]
    expect(paths.map(String.init).sorted(), equals: (parts + single).sorted())
  }

  @Test func `once prints the current state and ends`() throws {
    let revision = try set("shared.a", "1")
    for (format, expected) in [
      ("lines", "shared.a\t1\n"), ("value", "1\n"),
      ("json", "{\"revision\":\(revision),\"boxes\":{\"shared.a\":1}}\n"),
    ] {
      let client = try client("subscribe", "shared.**", "--once", "--format", format)
      expect(try client.waitForEnd(), equals: .exited(0))
      expect(client.output, equals: expected)
      expect(client.errors, equals: "")
    }
  }

  @Test func `a board in a pipe is printed page by page`() throws {
    let client = try client("subscribe", "--format", "board")
    let page = try Readme.block(after: "## Quick start")
    try client.wait { client.output == page + "\n" }
    try peer.call("topics.ai.cons.add", #"{"text":"Too fast"}"#)
    try client.wait { client.output.contains("- Too fast\n") }
    let pages = client.output.split(separator: "\n\nArtificial Intelligence\n")
    expect(pages.count, equals: 2)
    expect(pages[1].hasPrefix("4 pros · 4 cons · score 0 · even\n"))
  }

  @Test func `a catch-up is printed as a page only when it is complete`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client("subscribe", "--format", "board", "--socket", server.path)
    try server.showTopic()
    let connection = try server.acceptSubscriber(#"{"topics.ai.summary":\#(summaryJSON("One"))}"#)
    for (revision, title) in [(8, "Half"), (9, "Two")] {
      try connection.notify(
        "snapshot",
        #"{"revision":\#(revision),"boxes":{"topics.ai.summary":\#(summaryJSON(title))}}"#)
    }
    try connection.notify("synced", #"{"epoch":"e1","revision":9}"#)
    try client.wait { client.output.contains("Two\n") }
    expect(client.output.hasPrefix("One\n"))
    expect(!client.output.contains("Half"))
  }

  @Test func `the help describes the content of json`() throws {
    let help = try user.client("subscribe", "--help")
    expect(try help.waitForEnd(), equals: .exited(0))
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      words.contains(
        "json: one object a line with the changes: revision, boxes, removed and merged, as in the"
          + " daemon's notifications;"))
  }

  @Test func `get prints what matches in each format`() throws {
    try set("shared.a", #""x""#)
    let revision = try set("shared.b", #"{"c":1}"#)
    let expected = [
      "lines": "shared.a\t\"x\"\nshared.b\t{\"c\":1}\n",
      "value": "x\n{\"c\":1}\n",
    ]
    for (format, expected) in expected {
      let get = try client("get", "shared.*", "--format", format)
      expect(try get.waitForEnd(), equals: .exited(0))
      expect(get.output, equals: expected)
    }
    let get = try client("get", "shared.*", "--format", "json")
    try get.waitForEnd()
    let answer = try JSONText(parsing: get.output.utf8)
    expect(answer["revision"]?.integer, equals: revision)
    expect(answer["boxes"]?.description, equals: #"{"shared.a":"x","shared.b":{"c":1}}"#)
    let none = try client("get", "shared.none.*")
    expect(try none.waitForEnd(), equals: .exited(0))
    expect(none.output, equals: "")
  }
}
