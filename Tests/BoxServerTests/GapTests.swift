import BoxWire
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

@Suite(.enabled(if: LoopThread.isRunning)) struct GapTests {
  @LoopActor
  @Test func `a gap in which nothing is left has no synced before that of a subscribe`() {
    let fixture = SubscriberFixture()
    fixture.unsubscribe([Pattern("a.**")!])
    fixture.subscribe([Pattern("a.gone")!])
    fixture.drain()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.changeOthers(20)
    fixture.delivery.flush()
    fixture.subscribe([Pattern("a.kept")!])
    fixture.drain()
    #expect(
      fixture.story == ["snapshot a.gone", "synced ", "gap ", "snapshot a.kept", "synced "])
  }
}
