import BoxClient
import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// Numbers that no daemon should send.
@Suite(.enabled(if: LoopThread.isRunning)) struct HostileNumberTests {
  private static let numbers = [Int.min, -1, 0, 101, .max]

  @Test(arguments: numbers) @LoopActor
  func `the balance of a topic is drawn within its width`(number: Int) throws {
    let scene = try ShownScene.example(
      "topics",
      [
        "topics.ai.summary": summaryJSON(
          #""title":"AI","score":\#(number),"prosPercentage":\#(number)"#),
        "topics.tea.summary": summaryJSON(#""title":"Tea""#),
      ])
    let view = TopicsView()
    view.show(scene, .entered)
    for _ in TopicOrder.allCases {
      _ = view.perform(.sort)
      expect(view.drawn().contains { $0.hasPrefix("AI") })
    }
  }

  @Test(arguments: numbers) @LoopActor
  func `a weight can be changed`(number: Int) throws {
    let scene = try ShownScene.example(
      "board", at: "topics.ai",
      [
        "topics.ai.summary": summaryJSON(#""title":"AI","prosPercentage":\#(number)"#),
        "topics.ai.pros.items": "[\(argumentJSON("1", "Fast", #""weight":\#(number)"#))]",
      ])
    let view = BoardView(at: "topics.ai")
    view.show(scene, .entered)
    expect(view.drawn().contains { $0.hasPrefix("+ Fast") })
    for command in [Command.heavier, .lighter] {
      guard case .call(let call) = view.perform(command) else {
        Issue.record("nothing is called")
        return
      }
      expect(call.parameters["weight"]?.integer != nil)
    }
  }
}
