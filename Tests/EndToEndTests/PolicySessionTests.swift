import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Sessions of clients with limited rights.
@Suite(.blocking) struct PolicySessionTests {
  @Test func `the route starts with the login, and after it with the topics`() throws {
    let daemon = try PolicyFiles([rule("user:ada", "read", "topics.**")]).start()
    let peer = try daemon.connect()
    try peer.subscribe("session.route")
    expect(try peer.scenes(), equals: ["login"])
    expect(try peer.call("session.toBoard", #"{"at":"topics.ai"}"#).isRefusal)
    try peer.logIn(as: "bob")
    expect(try peer.scenes(), equals: ["login"])
    try peer.logIn(as: "ada")
    expect(try peer.scenes(), equals: ["topics"])
    expect(try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)["result"] != nil)
    expect(try peer.scenes(), equals: ["topics", "board"])
    try peer.call("session.logout")
    expect(try peer.scenes(), equals: ["login"])
    // A subscriber gets the last route in any case.
    let routes = try peer.linesUpToNow().compactMap { $0["params", "boxes", "session.route"] }
    expect(routes.last?["stack"]?.elements?.map { $0["scene"]?.string }, equals: ["login"])
  }

  @Test func `an unreadable target is refused whether it exists or not`() throws {
    let daemon = try PolicyFiles([rule("anyone", "read", "topics.ok.**")]).start()
    let peer = try daemon.connect()
    for intent in ["toBoard", "toPosts", "toCreatePost"] {
      let answers = try ["topics.ai", "topics.zz"].map { path in
        let answer = try peer.call("session.\(intent)", #"{"at":"\#(path)"}"#)
        expect(answer.isRefusal, "\(answer)")
        return answer["error"]?.description.replacing(path, with: "")
      }
      expect(answers[0], equals: answers[1])
    }
  }

  @Test func `what becomes unreadable by a reload leaves the route`() throws {
    let all = rule("anyone", "read call", "topics.**")
    let files = try PolicyFiles([all])
    let daemon = try files.start()
    let peer = try daemon.connect()
    try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    try peer.call("session.toPosts", #"{"at":"topics.ai"}"#)
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    expect(try peer.scenes(), equals: ["topics", "board", "posts"])
    try files.change(
      daemon, to: [rule("anyone", "read", "topics.*.summary topics.*.pros.* topics.*.cons.*")])
    expect(try peer.scenes(), equals: ["topics", "board"])
    expect(try peer.route()["sheet"], equals: .null)
    try files.change(daemon, to: [])
    expect(try peer.scenes(), equals: ["login"])
    try files.change(daemon, to: nil)
    expect(try peer.scenes(), equals: ["topics"])
  }

  @Test func `a user who loses a group loses its rights on open connections`() throws {
    let rules = [rule("group:staff", "read set", "shared.**")]
    let files = try PolicyFiles(rules)
    let daemon = try files.start()
    let (peer, other) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    let set = #"{"box":"shared.a","value":1}"#
    try peer.subscribe("shared.**")
    expect(try peer.call("set", set)["result"] != nil)
    expect(try other.call("set", set).isRefusal)
    try files.saveUsers(["ada": [], "bob": ["staff"]])
    try files.change(daemon, to: rules)
    expect(try peer.linesUpToNow().contains { $0["method"]?.string == "gap" })
    expect(try peer.call("set", set).isRefusal)
    expect(try peer.value("session.login.form")["message"], equals: .null)
    expect(try other.call("set", set)["result"] != nil)
  }

  @Test func `a user who is removed is logged out of open connections`() throws {
    let rules = [rule("user:ada", "read set", "shared.**")]
    let files = try PolicyFiles(rules)
    let daemon = try files.start()
    let peer = try daemon.connect(as: "ada")
    expect(try peer.call("set", #"{"box":"shared.a","value":1}"#)["result"] != nil)
    try files.saveUsers(["bob": []])
    try files.change(daemon, to: rules)
    expect(try peer.call("set", #"{"box":"shared.a","value":2}"#).isRefusal)
    let message = try peer.value("session.login.form")["message"]?.string
    expect(message?.hasPrefix("your login has ended"), equals: true)
    try peer.logIn(as: "bob")
    expect(try peer.value("session.login.form")["message"], equals: .null)
  }

  @Test func `saving a draft needs the right to write posts`() throws {
    let read = rule("anyone", "read", "topics.**")
    let files = try PolicyFiles([read])
    let daemon = try files.start()
    let peer = try daemon.connect()
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    try peer.call("session.draft.setTitle", #"{"title":"A"}"#)
    try peer.call("session.draft.setContent", #"{"content":"b"}"#)
    expect(try peer.call("session.draft.save").isRefusal)
    expect(try peer.value("session.draft.title").string, equals: "A")
    expect(try peer.value("session.draft.isErrorFree")["status"], equals: JSONText(false))
    expect(try peer.route()["sheet", "scene"]?.string, equals: "draft")
    try files.change(daemon, to: [read, rule("anyone", "call", "topics.ai.posts.write")])
    let saved = try peer.call("session.draft.save")
    expect(saved["result", "id"]?.string?.isEmpty, equals: false)
    expect(try peer.route()["sheet"], equals: .null)
    expect(try peer.call("topics.ai.posts.remove", #"{"id":"x"}"#).isRefusal)
    expect(try peer.value("topics.ai.posts.items").elements?.count, equals: 1)
  }

  @Test func `editing and deleting a post need the rights to do so`() throws {
    let files = try PolicyFiles([rule("anyone", "read call", "topics.**")])
    let daemon = try files.start()
    let peer = try daemon.connect()
    let written = try peer.call("topics.ai.posts.write", #"{"title":"A","content":"b"}"#)
    let id = try require(written["result", "id"]?.string)
    try peer.call("session.toPost", #"{"at":"topics.ai","id":"\#(id)"}"#)
    let read = rule("anyone", "read", "topics.**")
    try files.change(daemon, to: [read])
    expect(try peer.scenes(), equals: ["topics", "post"])
    expect(try peer.call("session.post.edit").isRefusal)
    expect(try peer.call("session.post.delete").isRefusal)
    try files.change(daemon, to: [read, rule("anyone", "call", "topics.*.posts.edit")])
    expect(try peer.call("session.post.edit")["result"] != nil)
    try peer.call("session.post.setTitle", #"{"title":"B"}"#)
    expect(try peer.call("session.post.edit")["result"] != nil)
    expect(try peer.call("session.post.delete").isRefusal)
    expect(try peer.value("session.post.title").string, equals: "B")
  }
}
