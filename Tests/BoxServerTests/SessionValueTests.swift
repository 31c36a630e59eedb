import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Values of a session's boxes that are long, or that cannot be encoded.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionValueTests {
  /// `session.odd.level`, which is not a number at first, and two texts.
  @LoopActor
  private final class Model {
    let level = Box(Double.nan)
    let first: Box<String>
    let second: Box<String>

    init(length: Int) {
      first = Box(String(repeating: "a", count: length))
      second = Box(String(repeating: "b", count: length))
    }
  }

  @LoopActor
  private static func start(length: Int = 1) throws -> TestServer {
    let scene = SessionScene<Model>("session.odd")
    scene.publish("level") { Output($0.level) }
    scene.publish("first") { Output($0.first) }
    scene.publish("second") { Output($0.second) }
    scene.intent("measure") { model, _ in
      model.level.value = 7
      return []
    }
    return try TestServer { registry in
      registry.configure(scene) { _ in [scene.presenting(Model(length: length))] }
    }
  }

  @Test func `a box without a value is sent when it has one`() async throws {
    let server = try await Self.start()
    let peer = try server.connect()
    let texts = #"{"session.odd.first":"a","session.odd.second":"b"}"#
    let get = try peer.call("get", #"{"boxes":["session.**"]}"#)
    expect(get["result", "boxes"]?.description, equals: texts)
    expect(
      try peer.call("get", #"{"boxes":["session.odd.level"]}"#)["error", "code"]?.integer,
      equals: -32001)
    try peer.call("subscribe", #"{"boxes":["session.**"]}"#)
    expect(try peer.next("snapshot")["params", "boxes"]?.description, equals: texts)
    try peer.call("session.odd.measure")
    expect(
      try peer.next("change")["params", "boxes"]?.description, equals: #"{"session.odd.level":7}"#)
  }

  @Test func `a snapshot line has about 64 KiB or one box`() async throws {
    let server = try await Self.start(length: 40_000)
    let peer = try server.connect()
    try peer.call("subscribe", #"{"boxes":["session.**"]}"#)
    expect(try peer.next()["params", "boxes"]?.names, equals: ["session.odd.first"])
    expect(try peer.next()["params", "boxes"]?.names, equals: ["session.odd.second"])
    expect(try peer.next()["method"]?.string, equals: "synced")
  }
}
