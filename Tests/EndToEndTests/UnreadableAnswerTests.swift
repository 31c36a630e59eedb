import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Commands whose answer does not have the expected form.
@Suite(.blocking) struct UnreadableAnswerTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  @Test(arguments: [
    (["history"], #"{"items":[{"id":1}]}"#, "member 'items[0].date' is missing"),
    (["posts"], #"{"items":[],"items":{}}"#, "member 'items' must be an array"),
    (["trash"], "{}", "member 'items' is missing"),
    (["posts", "p1"], #"{"post":{"id":1}}"#, "member 'post.id' must be a string"),
    (
      ["topics"], #"{"boxes":{"topics.ai.summary":{"title":"AI"}}}"#,
      "topics.ai.summary: member 'line' is missing"
    ),
  ])
  func `a command says which member is missing`(
    words: [String], result: String, fault: String
  ) throws {
    let client = try user.start("procon-client", words + ["--socket", server.path])
    let connection = try server.accept()
    try connection.greet()
    // Posts belong to a topic.
    if words[0] == "posts" { try server.showTopic(try connection.next(), over: connection) }
    let id = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"result":\#(result)}"#)
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(client.output, equals: "")
    expect(
      client.errors,
      equals: "procon-client: the daemon has sent what this client cannot read: \(fault);"
        + " use the client of the daemon's version\n")
    connection.close()
  }
}
