import BoxClient
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// What the protocol defines for any daemon, read from the daemon of this build.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DefinedBoxesTests {
  @LoopActor
  @Test func `the route of a session is read with all of its parts`() async throws {
    let procond = try await onOwnThread { try DaemonProcess() }
    let daemon = try await Daemon.connect(to: procond.socket)
    let post = try await daemon.call("topics.ai.posts.write", ["title": "A", "content": "B"])
    let id = try require(post["id"])
    try await daemon.call("session.toPost", ["at": "topics.ai", "id": id])
    try await daemon.call("session.toCreatePost", ["at": "topics.ai"])
    let route = SessionRoute(try await daemon.get("session.route"))
    expect(route.stack.map(\.scene), equals: ["topics", "post"])
    expect(route.stack[0].patterns.map(\.text).contains("topics.*.summary"))
    expect(route.stack[1].place, equals: "topics.ai")
    expect(route.stack[1].id, equals: id.string)
    expect(route.stack[1].title, equals: "A")
    expect(route.shown, equals: route.sheet)
    expect(route.sheet?.scene, equals: KnownScene.draft.rawValue)
    let schemas = try await daemon.call("rpc.discover")["components"]?["schemas"]
    let scenes = schemas?["RouteEntry"]?["properties"]?["scene"]?["enum"]?.elements
    expect(scenes?.compactMap(\.string), equals: KnownScene.allCases.map(\.rawValue))
  }

  @LoopActor
  @Test func `the failure in an error box is an alert`() async throws {
    let procond = try await onOwnThread { try DaemonProcess() }
    let daemon = try await Daemon.connect(to: procond.socket)
    let id = try require(try await daemon.call("topics.create", ["title": "New"])["id"]?.string)
    try await daemon.call("topics.\(id).pros.fetch")
    for (path, message) in [
      ("topics.\(id).pros.isErrorFree", "No pros found"), ("topics.isErrorFree", nil),
    ] {
      expect(Alert(path: path, value: try await daemon.get(path))?.message, equals: message)
    }
  }
}
