import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// `procon-client copy`, and the intent behind it.
@Suite(.blocking) struct CopyTests {
  private let user = TestUser()
  private let directory = TemporaryDirectory()

  /// A daemon with the stores `topics` and `wiki`.
  ///
  /// - Parameter rules: nil for no policy.
  private func daemon(_ rules: [String]? = nil) throws -> DaemonProcess {
    let policy = rules == nil ? "" : "\"policy\":\"\(directory.file("policy.json"))\","
    try write(
      "{\(policy)\"mounts\":{\"topics\":{\"memory\":true},\"wiki\":{\"sqlite\":\"wiki.sqlite\"}}}",
      to: directory.file("procond.json"))
    try write(
      "{\"rules\":[\((rules ?? []).joined(separator: ","))]}", to: directory.file("policy.json"))
    return try DaemonProcess(["--config", directory.file("procond.json")], in: directory)
  }

  private func run(
    _ words: String..., on daemon: DaemonProcess
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon)
  }

  @Test func `a copy has everything but the history`() throws {
    let daemon = try daemon()
    let peer = try daemon.connect()
    try peer.call("topics.ai.posts.write", #"{"title":"Trial","content":"First\nline"}"#)
    try peer.call("topics.ai.cons.change", #"{"id":"1","weight":5}"#)
    let copied = try run("copy", "ai", "--to", "wiki", on: daemon)
    expect(copied.end, equals: .exited(0), "\(copied.errors)")
    expect(try JSONText(parsing: copied.output.utf8)["id"]?.string, equals: "ai")
    let topics = try ["topics", "wiki"].map { root in
      try require(try peer.call("\(root).export", #"{"id":"ai"}"#)["result", "topic"])
    }
    for part in ["id", "title", "created", "pros", "cons"] {
      expect(topics[0][part], equals: topics[1][part])
    }
    for part in ["title", "content", "author", "created"] {
      expect(topics[0]["posts"]?.elements?.first?[part] != nil)
      expect(
        topics[0]["posts"]?.elements?.first?[part],
        equals: topics[1]["posts"]?.elements?.first?[part])
    }
    let again = try run("copy", "wiki.ai", on: daemon)
    expect(
      try JSONText(parsing: again.output.utf8)["id"]?.string, equals: "artificial-intelligence")
  }

  @Test func `what cannot be copied is named`() throws {
    let daemon = try daemon()
    let missing = try run("copy", "wiki.none", on: daemon)
    expect(missing.end, equals: .exited(4))
    expect(missing.errors.contains("no topic 'wiki.none'"))
    expect(try run("copy", "nowhere.ai", on: daemon).end, equals: .exited(4))
    expect(try run("copy", "ai", "--to", "nowhere", on: daemon).end, equals: .exited(65))
    let peer = try daemon.connect()
    for path in ["topics", "topics.ai.pros", "", "to pics.ai", "https://example.org/ai"] {
      let answer = try peer.call("topics.copy", "{\"from\":\"\(path)\"}")
      expect(answer.errorCode, equals: -32602)
      expect(answer["error", "data", "member"]?.string, equals: "from")
    }
  }

  private static let copied = [
    "summary", "decision", "options.items", "pros.items", "cons.items", "options.*.pros.items",
    "options.*.cons.items", "positions.items", "objections.items", "todos.items", "posts.items",
  ]

  @Test(arguments: copied)
  func `a copy needs the right to read all of it, whether it exists or not`(
    hidden: String
  ) throws {
    let readable = Self.copied.filter { $0 != hidden }.map { "topics.*.\($0)" }.joined(
      separator: " ")
    let daemon = try daemon([
      rule("anyone", "read", readable), rule("anyone", "call", "wiki.copy"),
    ])
    let peer = try daemon.connect()
    for topic in ["ai", "no"] {
      let answer = try peer.call("wiki.copy", "{\"from\":\"topics.\(topic)\"}")
      expect(answer.errorCode, equals: -32003)
      expect(
        answer["error", "message"]?.string, equals: "you may not read topics.\(topic).\(hidden)")
      expect(answer["error", "data", "reason"]?.string, equals: "policy")
    }
  }

  @Test func `a copy needs the right to call the intent of the target`() throws {
    let daemon = try daemon([
      rule("anyone", "read", "topics.** wiki.**"), rule("anyone", "call", "wiki.copy"),
    ])
    let peer = try daemon.connect()
    expect(try peer.call("topics.copy", #"{"from":"wiki.ai"}"#).errorCode, equals: -32003)
    expect(
      try peer.call("wiki.copy", #"{"from":"topics.ai"}"#)["result", "id"]?.string, equals: "ai")
  }
}
