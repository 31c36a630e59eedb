import BoxWire
import BoxWireTestSupport
import Boxes
import UVLoop

@testable import BoxServer

/// A subscriber to everything under `a`, with a session that has `session.s.one` and
/// `session.s.two`.
@LoopActor
final class SessionFixture {
  @LoopActor
  final class Model {
    let one = Box(0)
    let two = Box(0)
  }

  let fixture: SubscriberFixture
  let model: Model
  private(set) var boxes: SessionBoxes!

  /// - Parameter patterns: of the session, whose values have been sent.
  init(
    _ options: DeliveryOptions = DeliveryOptions(),
    subscribedTo patterns: [String] = ["session.**"], showing model: Model = Model()
  ) {
    self.model = model
    fixture = SubscriberFixture(options)
    let scene = SessionScene<Model>("session.s")
    scene.publish("one") { Output($0.one) }
    scene.publish("two") { Output($0.two) }
    boxes = SessionBoxes(
      fixture.log, fixture.delivery, Sessions(limits: ServerLimits()), fixture.subscriber,
      .daemon)
    boxes.add([scene.presenting(model)])
    _ = boxes.takeNewValues()
    guard !patterns.isEmpty else { return }
    subscribe(patterns)
    fixture.dropLines()
  }

  func subscribe(_ patterns: [String]) {
    boxes.subscribe(to: patterns.map { Pattern($0)! }, fixture.subscriber.options ?? .init())
    if fixture.subscriber.group == nil {
      boxes.sync()
    } else {
      fixture.delivery.sync(fixture.subscriber)
    }
    flush()
  }

  /// Withdraws patterns that are not of the session; all of them if nil.
  func unsubscribe(_ patterns: [Pattern]?) {
    boxes.sync(count: fixture.unsubscribe(patterns))
    fixture.delivery.resume(fixture.subscriber)
    flush()
  }

  /// What a connection and its listener do before the loop sleeps.
  func flush() {
    fixture.log.endTurn()
    boxes.flush()
    fixture.delivery.setDrained(fixture.isDrained, fixture.subscriber)
    fixture.delivery.flush()
  }

  /// Lets the kernel take bytes again.
  func drain() {
    fixture.drain()
    flush()
  }

  /// A summary of the lines with their revisions, counted from the one at `start`.
  func story(since start: Int) -> [String] {
    zip(fixture.story, fixture.lines).map { story, line in
      "\((line["params", "revision"]?.integer ?? 0) - start) \(story)"
    }
  }
}
