import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The rest of a subscription after some of its patterns are unsubscribed.
@Suite(.enabled(if: LoopThread.isRunning)) struct TakingBackTests {
  @LoopActor
  @Test(arguments: [false, true])
  func `unsubscribing everything resets the subscriber, whatever is pending`(takesAll: Bool) {
    let fixture = SubscriberFixture()
    fixture.set("b.other", 1)
    fixture.delivery.flush()
    fixture.isDrained = false
    fixture.subscribe([Pattern("b.*")!])
    fixture.unsubscribe(takesAll ? nil : [Pattern("a.**")!, Pattern("b.*")!])
    fixture.subscribe([Pattern("a.**")!], DeliveryOptions(mode: .every))
    fixture.drain()
    // A `synced` of the first subscription would seem to confirm the second one.
    expect(fixture.story, equals: ["snapshot a.gone a.kept", "synced "])
  }

  @LoopActor
  @Test func `unsubscribing sends nothing before the interval is over`() {
    let fixture = heldBack()
    expect(fixture.story, equals: ["change a.kept"])
    // A ping does.
    fixture.sendChanges()
    expect(fixture.story, equals: ["change a.kept", "change a.gone"])
  }

  @LoopActor
  @Test func `a removal forgotten while it is held back is still a gap`() {
    let fixture = SubscriberFixture(DeliveryOptions(interval: .seconds(60)))
    fixture.subscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.set("c.last", 1)
    for value in 0..<20 { fixture.set("c.last", value) }
    fixture.delivery.flush()
    fixture.unsubscribe([Pattern("b.**")!])
    fixture.sendChanges()
    fixture.drain()
    expect(fixture.story.suffix(3), equals: ["gap ", "snapshot a.kept", "synced "])
  }

  /// A subscriber with a held-back change of `a.gone` that has unsubscribed from a pattern since.
  @LoopActor
  private func heldBack() -> SubscriberFixture {
    let fixture = SubscriberFixture(DeliveryOptions(interval: .seconds(60)))
    fixture.subscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.set("a.gone", 2)
    fixture.delivery.flush()
    expect(fixture.story, equals: ["synced ", "change a.kept"])
    fixture.unsubscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.dropFirstLine()
    return fixture
  }
}
