import BoardValues
import BoxServer
import BoxWire
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// The client of `Tests/PythonClient`, which knows no kind of scene: what Protocol.md says in "Following
/// a route" is enough to write one.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct PythonClientTests {
  private let user = TestUser()
  private static let path = "Tests/PythonClient/follow.py"

  private func start(_ server: SessionServer) throws -> UserProcess {
    try user.shell(
      "exec python3 '\(SourceTree.root)/\(Self.path)' \(server.socket)", input: .pipe)
  }

  /// The last page that it has printed, with the numbers of the menu.
  private func page(of client: UserProcess) -> String {
    client.output.components(of: "== ").last ?? ""
  }

  /// Chooses an intent of the last page, and types its parameters.
  private func choose(_ name: String, _ lines: String..., client: UserProcess) throws {
    let menu = page(of: client).split(separator: "\n")
    let line = try require(menu.last { $0.hasSuffix(name) }, "\(client.output)")
    let number = line.prefix { $0.isNumber }
    try client.write(([String(number)] + lines).map { "\($0)\n" }.joined())
  }

  @Test func `it has at most 120 lines`() throws {
    let source = try require(SourceTree.text(of: Self.path))
    expect(source.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 120)
  }

  @Test func `it shows a scene that it has never seen, and what can be done in it`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.wait { client.output.contains("session.toPoll") }
    expect(client.output.hasPrefix("== Topics\nsummary: \n"))
    try choose("session.toPoll", client: client)
    try client.wait { page(of: client).contains("session.poll.vote") }
    expect(
      page(of: client).hasPrefix(
        """
        A poll in the hall
        bell: quiet
        closing: None
        isOpen: True
        options:\u{20}
          votes | name
          3 | Tea
          10 | Coffee
        question: What shall we drink?
        In the afternoon.
        rules:\u{20}
          closes: 2026-12-01T10:00:00.000Z
          votesEach: 2
        tags: ['kitchen', 'daily']
        voters: 12
        1 hall.ring
        """), "\(client.output)")
    try choose("session.poll.vote", "2", "", "", client: client)
    try client.wait { page(of: client).contains("11 | Coffee") }
    expect(client.errors.contains(#"option {"type": "integer", "minimum": 1, "maximum": 2"#))
    expect(server.calls.events, equals: ["vote 2 1 -"])
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test func `it subscribes to what is shown only, and shows changes by others`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.wait { client.output.contains("session.toPoll") }
    try choose("session.toPoll", client: client)
    expect(try await server.observed.wait(count: 1), equals: [true])
    try client.wait { page(of: client).contains("session.poll.vote") }
    await onLoop { server.session?.closing.value = "soon" }
    try client.wait { page(of: client).contains("closing: soon") }
    try choose("session.dismiss", client: client)
    try client.wait { page(of: client).hasPrefix("Topics\n") }
    expect(try await server.observed.wait(count: 2), equals: [true, false])
  }

  @Test(arguments: [("n", 2), ("y", 1)])
  func `it asks before something is deleted, and sends an empty text that is required`(
    answer: String, left: Int
  ) async throws {
    let server = try await SessionServer()
    let post = try require(await onLoop { server.posts.value.first?.id })
    let client = try start(server)
    try client.wait { client.output.contains("session.toPost\n") }
    try choose("session.toPost", "topics.ai", post, client: client)
    try client.wait { page(of: client).contains("session.post.delete") }
    try choose("session.post.edit", client: client)
    try client.wait { page(of: client).contains("isEditing: True") }
    try choose("session.post.setTitle", "", client: client)
    try client.wait { page(of: client).contains("\ntitle: \n") }
    try choose("session.post.delete", answer, client: client)
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.errors.contains("Are you sure you want to delete this post?\n"))
    expect(await onLoop { server.posts.value.count }, equals: left)
  }

  @Test func `it shows alerts and refusals`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.wait { client.output.contains("session.toPoll") }
    await onLoop { server.topicsState.value = Content(status: false, message: "Full.") }
    try client.wait { page(of: client).hasPrefix("Topics\nAlert: Full.\n") }
    try choose("session.toBoard", "topics.nope", client: client)
    try client.wait { client.errors.contains("not done: there is no topics.nope") }
    await onLoop { server.topicsState.value = Content() }
    try client.wait { page(of: client).hasPrefix("Topics\nsummary") }
  }

  @Test func `it shows why boxes may not be read, and goes on`() async throws {
    let server = try await SessionServer()
    await onLoop {
      server.rights = Rights(read: [Pattern("hall.*")!], set: [], delete: [], call: [])
    }
    let client = try start(server)
    try client.wait { client.output.contains("session.toPoll") }
    expect(client.output.hasPrefix("== Topics\nAlert: you may not read topics.isErrorFree\n"))
    try choose("session.toPoll", client: client)
    try client.wait { page(of: client).contains("bell: quiet") }
    expect(!client.output.contains("hall.ring"))
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
