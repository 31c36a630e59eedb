import BoxWire
import TestSupport
import Testing
import UVLoop

@testable import BoxServer

/// Subscribers that come in the turn in which their boxes change.
@Suite(.enabled(if: LoopThread.isRunning)) struct NewGroupTests {
  @LoopActor
  @Test func `what changed before one subscribed is told by the snapshot alone`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture.publisher)
    fixture.set("a.kept", 2)
    other.subscriber.add([Pattern("a.*")!])
    other.drain()
    fixture.publisher.flush()
    #expect(other.story == ["snapshot a.gone a.kept", "synced "])
    fixture.set("a.gone", 2)
    fixture.publisher.flush()
    #expect(other.story.last == "change a.gone")
  }

  @LoopActor
  @Test func `no box is named twice in a line`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture.publisher)
    fixture.set("a.kept", 2)
    other.subscriber.add([Pattern("a.*")!])
    other.drain()
    fixture.publisher.flush()
    fixture.set("a.kept", 3)
    fixture.publisher.flush()
    #expect(
      other.lines.last?["params"]?.description == #"{"revision":4,"boxes":{"a.kept":3}}"#)
  }

  @LoopActor
  @Test func `no removal is told twice in a line`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture.publisher)
    fixture.remove("a.gone")
    other.subscriber.add([Pattern("a.*")!])
    other.drain()
    fixture.publisher.flush()
    fixture.set("a.gone", 2)
    fixture.remove("a.gone")
    fixture.publisher.flush()
    #expect(other.story.last == "change -a.gone x2")
  }
}
