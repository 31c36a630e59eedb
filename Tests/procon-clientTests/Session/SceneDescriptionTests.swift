import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_client

/// What a client knows of a scene from the daemon's description.
struct SceneDescriptionTests {
  private func entry(
    _ scene: String, at place: String? = nil, _ boxes: String...
  ) throws -> SessionRoute.Entry {
    var members: [(name: String, value: JSONText)] = [
      ("scene", JSONText(scene)), ("boxes", JSONText(elements: boxes.map { JSONText($0) })),
    ]
    if let place { members.append(("at", JSONText(place))) }
    return try require(SessionRoute.Entry(JSONText(members: members)))
  }

  /// The names of the intents of a scene, out of these.
  private func names(_ entry: SessionRoute.Entry?, _ paths: String...) -> [String] {
    let methods = paths.map { JSONText(members: [("name", JSONText($0))]) }
    return SceneDescription(["methods": JSONText(elements: methods)], of: entry).intents.map(\.name)
  }

  // MARK: The route

  @Test func `the sheet is shown, else the top of the stack`() throws {
    let json = try JSONText(
      parsing: """
        {"stack":[{"scene":"topics","boxes":["topics.*.summary"],"title":"Topics"},
        {"scene":"post","at":"topics.ai","id":"7","boxes":["session.post.*","a b"],"title":"Seven"}],
        "sheet":null}
        """.utf8)
    let shown = try require(SessionRoute(json).shown)
    expect(shown.scene, equals: "post")
    expect(shown.place, equals: "topics.ai")
    expect(shown.id, equals: "7")
    expect(shown.patterns.map(\.text), equals: ["session.post.*"])
    expect(shown.title, equals: "Seven")
    expect(
      SessionRoute(["stack": [["scene": "a"]], "sheet": ["scene": "b"]]).shown?.title, equals: "b")
    expect(SessionRoute(["stack": [], "sheet": .null]).shown == nil)
    expect(SessionRoute("nonsense").shown == nil)
  }

  // MARK: Requests

  @Test func `no pattern of the request is refused if there is no such box`() throws {
    let patterns = { (entry: SessionRoute.Entry?) in
      SceneDescription.patterns(of: entry).map(\.text)
    }
    expect(patterns(nil), equals: ["session.*"])
    expect(
      patterns(try entry("topics", "topics.*.summary", "topics.isErrorFree")),
      equals: ["session.*", "topics.*.summary", "topics.*"])
    expect(
      patterns(try entry("board", at: "topics.ai", "topics.ai.**")),
      equals: ["session.*", "topics.ai.**"])
    expect(
      patterns(try entry("poll", at: "hall", "session.poll.*", "clock")),
      equals: ["session.*", "session.poll.*", "clock.**", "hall.**"])
    expect(
      patterns(try entry("login", "session.login.form")), equals: ["session.*", "session.login.*"])
  }

  // MARK: Intents

  @Test func `the intents beside the boxes come first, then those of the navigator`() throws {
    let topics = try entry("topics", "topics.*.summary", "topics.isErrorFree")
    expect(
      names(
        topics, "session.toBoard", "topics.create", "topics.ai.pros.add", "ping",
        "session.login.setName", "session.login"), equals: ["create", "toBoard", "login"])
  }

  @Test func `a board has the intents of everything under it`() throws {
    let board = try entry("board", at: "topics.ai", "topics.ai.**")
    expect(
      names(board, "topics.ai.pros.add", "topics.ai.cons.add", "topics.tea.pros.add"),
      equals: ["pros.add", "cons.add"])
  }

  @Test func `a scene that this client does not know has the intents under its place, too`() throws
  {
    let paths = ["topics.ai.posts.write", "topics.ai.pros.add", "topics.aix.go"]
    let poll = try entry("poll", at: "topics.ai", "topics.ai.posts.items")
    expect(names(poll, paths[0], paths[1], paths[2]), equals: ["posts.write", "pros.add"])
    let posts = try entry("posts", at: "topics.ai", "topics.ai.posts.items")
    expect(names(posts, paths[0], paths[1], paths[2]), equals: ["write"])
  }

  @Test func `intents of the same name are named by their paths`() throws {
    let scene = try entry("two", "a.x.*", "b.x.*")
    expect(
      names(scene, "a.x.go", "b.x.go", "a.x.stop", "session.stop"),
      equals: ["a.x.go", "b.x.go", "a.x.stop", "session.stop"])
  }

  @Test func `intents of many scenes at once are left out`() throws {
    expect(names(try entry("all", "a.*.b"), "a.*.go", "a.one.go"), equals: ["go"])
  }

  @Test func `nobody is asked for the id of something new`() throws {
    let result: JSONText = ["schema": ["properties": ["id": ["type": "string"]]]]
    let optional: JSONText = [["name": "title", "required": true], ["name": "id"]]
    let required: JSONText = [["name": "id", "required": true]]
    let document: JSONText = [
      "methods": [
        ["name": "a.create", "params": optional, "result": result],
        ["name": "a.move", "params": required, "result": result],
        ["name": "a.history", "params": optional],
      ]
    ]
    let intents = SceneDescription(document, of: try entry("any", "a.*")).intents
    expect(
      intents.map { $0.parameters.map(\.name) }, equals: [["title"], ["id"], ["title", "id"]])
  }

  @Test func `malformed parts of a description are left out`() throws {
    let document: JSONText = [
      "methods": [1, [:], ["name": "a b"], ["name": "a.go", "params": ["x", ["name": "y"]]]],
      "x-boxes": "none",
    ]
    let intents = SceneDescription(document, of: try entry("any", "a.*")).intents
    expect(intents.map(\.path.text), equals: ["a.go"])
    expect(intents[0].parameters.map(\.name), equals: ["y"])
  }

  @Test(arguments: ["Are you sure?", nil])
  func `the daemon says what is asked before an intent`(question: String?) throws {
    let method = question.map { ["x-confirm": JSONText($0)] as JSONText } ?? [:]
    let intent = SceneIntent(try require(Path("a.remove")), named: "remove", method, nil)
    expect(intent.question, equals: question)
  }
}
