import BoxClient
import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_web

/// A box is rendered once, however many pages show it.
@Suite(.enabled(if: LoopThread.isRunning)) struct RenderingTests {
  private static let path = "topics.ai.summary"

  private static func values(_ revision: Int, _ title: String) -> BoxValues {
    BoxValues(
      revision: revision,
      values: [(path, JSONText(members: [("title", JSONText(title)), ("score", JSONText(1))]))])
  }

  @LoopActor
  @Test func `a thousand pages cost one rendering for each change`() {
    let rendering = Rendering()
    var mirrors = [Mirror](repeating: Mirror(), count: 1000)
    for revision in 1...5 {
      for index in mirrors.indices {
        _ = mirrors[index].apply(rendering.sharing(Self.values(revision, "Title \(revision)")))
        let html = rendering.html(Self.path, .value, of: mirrors[index])
        expect(html.string?.contains("Title \(revision)"), equals: true)
      }
      expect(rendering.count, equals: revision)
    }
  }

  @LoopActor
  @Test func `a page that is behind gets what its own connection was sent`() {
    let rendering = Rendering()
    var (late, early) = (Mirror(), Mirror())
    _ = late.apply(rendering.sharing(Self.values(1, "Old")))
    _ = early.apply(rendering.sharing(Self.values(2, "New")))
    expect(rendering.html(Self.path, .value, of: early).string?.contains("New"), equals: true)
    expect(rendering.html(Self.path, .value, of: late).string?.contains("Old"), equals: true)
    expect(rendering.html(Self.path, .value, of: early).string?.contains("New"), equals: true)
    expect(rendering.html("topics.none.summary", .value, of: early).string, equals: "")
  }

  @LoopActor
  @Test func `a removal is sent, although it does not change the position`() throws {
    let rendering = Rendering()
    var mirror = Mirror()
    _ = mirror.apply(snapshot: Self.values(1, "Old"))
    _ = mirror.apply(Synced(epoch: "e", revision: 1))
    _ = mirror.apply(rendering.sharing(Self.values(2, "Secret")))
    let change = try require(rendering.event("boxes", [Self.path], .value, of: mirror))
    expect(String(decoding: change, as: UTF8.self).contains("Secret"))
    // Another page at the same position gets the same event.
    expect(rendering.event("boxes", [Self.path], .value, of: mirror), equals: change)
    expect(rendering.count, equals: 1)
    _ = mirror.apply(BoxValues(revision: 3, values: [], removed: [Self.path]))
    let removal = try require(rendering.event("boxes", [Self.path], .value, of: mirror))
    expect(!String(decoding: removal, as: UTF8.self).contains("Secret"))
  }

  @LoopActor
  @Test func `boxes of a session are not shared`() {
    let rendering = Rendering()
    let values = BoxValues(
      revision: 1, values: [("session.awaiting.items", JSONText(elements: []))])
    var mirror = Mirror()
    _ = mirror.apply(rendering.sharing(values))
    for _ in 0..<2 { _ = rendering.html("session.awaiting.items", .box, of: mirror) }
    expect(rendering.count, equals: 2)
  }
}
