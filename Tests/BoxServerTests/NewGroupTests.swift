import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers that arrive in the same turn as changes of their boxes.
@Suite(.enabled(if: LoopThread.isRunning)) struct NewGroupTests {
  @LoopActor
  @Test func `changes before a subscribe are in the snapshot only`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture)
    fixture.set("a.kept", 2)
    other.subscribe([Pattern("a.*")!])
    other.drain()
    fixture.delivery.flush()
    expect(other.story, equals: ["snapshot a.gone a.kept", "synced "])
    fixture.set("a.gone", 2)
    fixture.delivery.flush()
    expect(other.story.last, equals: "change a.gone")
  }

  @LoopActor
  @Test func `no box appears twice in a line`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture)
    fixture.set("a.kept", 2)
    other.subscribe([Pattern("a.*")!])
    other.drain()
    fixture.delivery.flush()
    fixture.set("a.kept", 3)
    fixture.delivery.flush()
    expect(
      other.lines.last?["params"]?.description, equals: #"{"revision":4,"boxes":{"a.kept":3}}"#)
  }

  @LoopActor
  @Test func `no removal appears twice in a line`() {
    let fixture = SubscriberFixture()
    let other = SubscriberFixture(sharing: fixture)
    fixture.remove("a.gone")
    other.subscribe([Pattern("a.*")!])
    other.drain()
    fixture.delivery.flush()
    fixture.set("a.gone", 2)
    fixture.remove("a.gone")
    fixture.delivery.flush()
    expect(other.story.last, equals: "change -a.gone x2")
  }
}
