import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxClient
@testable import procon_tui

@Suite(.enabled(if: LoopThread.isRunning)) struct SceneViewsTests {
  /// A board behind the list of topics, or that list alone.
  private func scene(board: String? = nil) throws -> ShownScene {
    let place = board.map { "topics.\($0)" }
    let behind = place.map { #",{"scene":"board","at":"\#($0)","boxes":[]}"# } ?? ""
    let route = #"{"stack":[{"scene":"topics","boxes":[]}\#(behind)]}"#
    return try .example(board == nil ? "topics" : "board", at: place, ["session.route": route])
  }

  @Test @LoopActor func `the list of topics is kept, however many boards have been shown`() throws {
    let views = SceneViews()
    views.show(try scene(), isWaiting: false)
    let topics = try require(views.shown as? TopicsView)
    _ = topics.perform(.sort)
    let order = topics.order
    expect(order != .created)
    for number in 1...40 {
      views.show(try scene(board: "t\(number)"), isWaiting: false)
      expect(views.shown is BoardView)
      views.show(try scene(), isWaiting: false)
      expect(views.shown === topics)
    }
    expect(topics.order, equals: order)
  }

  @Test @LoopActor func `views of boards that the route has left are forgotten in the end`()
    throws
  {
    let views = SceneViews()
    views.show(try scene(board: "first"), isWaiting: false)
    let first = views.shown
    for number in 1...20 { views.show(try scene(board: "t\(number)"), isWaiting: false) }
    views.show(try scene(board: "first"), isWaiting: false)
    expect(views.shown !== first)
  }
}
