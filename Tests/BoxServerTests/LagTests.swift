import BoxWire
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers of `latest` that are behind, and what can no longer be told them.
@Suite(.enabled(if: LoopThread.isRunning)) struct LagTests {
  @LoopActor
  @Test func `who lags is told all removals that are remembered`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.changeOthers(9)
    fixture.delivery.flush()
    #expect(fixture.story == [])
    fixture.drain()
    #expect(fixture.story == ["change -a.gone"])
  }

  @LoopActor
  @Test func `who lags behind the removals that are remembered gets a gap and all boxes`() {
    let fixture = SubscriberFixture()
    let revision = fixture.log.revision
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.changeOthers(10)
    fixture.set("a.new", 1)
    fixture.delivery.flush()
    fixture.drain()
    #expect(fixture.story == ["gap ", "snapshot a.kept a.new", "synced "])
    #expect(
      fixture.lines[0]["params"]?.description
        == #"{"from":\#(revision + 1),"to":\#(fixture.log.revision)}"#)
    fixture.set("a.after", 1)
    fixture.delivery.flush()
    #expect(fixture.story.last == "change a.after")
  }

  @LoopActor
  @Test func `however much changes between two flushes, who does not lag is told`() {
    let fixture = SubscriberFixture()
    fixture.remove("a.gone")
    fixture.changeOthers(100)
    fixture.delivery.flush()
    #expect(fixture.story == ["change -a.gone"])
  }

  @LoopActor
  @Test func `removals of boxes that nobody asked for are no gap`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.set("a.kept", 2)
    for _ in 0..<4 {
      fixture.changeOthers(10)
      fixture.delivery.flush()
    }
    fixture.drain()
    #expect(fixture.story == ["change a.kept"])
  }

  @LoopActor
  @Test func `a large catch-up shows at once that the state is not consistent`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    for name in ["a.b", "a.c", "a.d"] { fixture.setLarge(name) }
    fixture.delivery.flush()
    // Nothing more may be made; what was begun is told all the same.
    fixture.sendChanges()
    #expect(fixture.story == ["change  x3", "snapshot a.b"])
    fixture.set("a.kept", 2)
    fixture.drain()
    #expect(
      fixture.story.dropFirst(2) == ["change a.kept", "snapshot a.c", "snapshot a.d", "synced "])
  }

  @LoopActor
  @Test func `who was told a removal does not mind that it is forgotten`() {
    let fixture = SubscriberFixture()
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.set("a.new", 1)
    fixture.delivery.flush()
    #expect(fixture.story == ["change -a.gone", "change a.new"])
  }

  @LoopActor
  @Test func `a box that was made again is not forgotten with its removal`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.set("a.gone", 2)
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.drain()
    #expect(fixture.story == ["change a.gone x2"])
    fixture.changeOthers(20)
    #expect(fixture.log.box(at: Path("a.gone")!) != nil)
  }
}
