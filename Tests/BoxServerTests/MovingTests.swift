import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers whose patterns change in the same turn as their boxes.
@Suite(.enabled(if: LoopThread.isRunning)) struct MovingTests {
  @LoopActor
  @Test(arguments: [
    DeliveryOptions(mode: .every), DeliveryOptions(mode: .latest, interval: .seconds(60)),
  ])
  func `changes from before an unsubscribe are sent`(options: DeliveryOptions) {
    let fixture = SubscriberFixture(options)
    fixture.subscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.set("a.gone", 2)
    fixture.delivery.flush()
    fixture.set("a.kept", 2)
    fixture.unsubscribe([Pattern("b.**")!])
    fixture.delivery.flush()
    fixture.sendChanges()
    expect(fixture.story, equals: ["synced ", "change a.gone", "change a.kept"])
  }

  @LoopActor
  @Test func `a snapshot that waits has nothing of what was unsubscribed from`() {
    let fixture = SubscriberFixture()
    for name in ["b.one", "c.one"] { fixture.set(name, 1) }
    fixture.delivery.flush()
    fixture.isDrained = false
    fixture.subscribe([Pattern("b.**")!, Pattern("c.**")!])
    fixture.unsubscribe([Pattern("b.**")!])
    fixture.delivery.flush()
    fixture.drain()
    expect(fixture.story, equals: ["snapshot c.one", "synced "])
  }

  @LoopActor
  @Test func `changes from before another subscribe are sent as soon as possible`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.set("b.new", 1)
    fixture.delivery.flush()
    fixture.isDrained = false
    fixture.set("a.kept", 2)
    fixture.set("a.kept", 3)
    fixture.subscribe([Pattern("b.*")!])
    fixture.delivery.flush()
    fixture.drain()
    expect(fixture.story, equals: ["change a.kept", "change a.kept", "snapshot b.new", "synced "])
  }
}
