import BoxWire
import TestSupport
import Testing
import UVLoop

@testable import BoxServer

/// Subscribers whose patterns change in the turn in which their boxes do.
@Suite(.enabled(if: LoopThread.isRunning)) struct MovingTests {
  @LoopActor
  @Test(arguments: [Delivery(mode: .every), Delivery(mode: .latest, interval: 60_000)])
  func `what changed before patterns were taken back is told`(delivery: Delivery) {
    let fixture = SubscriberFixture(delivery)
    fixture.subscriber.add([Pattern("b.**")!])
    fixture.drain()
    fixture.set("a.gone", 2)
    fixture.publisher.flush()
    fixture.set("a.kept", 2)
    fixture.subscriber.remove([Pattern("b.**")!])
    fixture.publisher.flush()
    fixture.subscriber.sendChanges()
    #expect(fixture.story == ["synced ", "change a.gone", "change a.kept"])
  }

  @LoopActor
  @Test func `what changed before patterns were added is told while nothing can be sent`() {
    let fixture = SubscriberFixture(Delivery(mode: .every))
    fixture.set("b.new", 1)
    fixture.publisher.flush()
    fixture.isDrained = false
    fixture.set("a.kept", 2)
    fixture.set("a.kept", 3)
    fixture.subscriber.add([Pattern("b.*")!])
    fixture.publisher.flush()
    fixture.drain()
    #expect(fixture.story == ["change a.kept", "change a.kept", "snapshot b.new", "synced "])
  }
}
