import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

@Suite(.enabled(if: LoopThread.isRunning)) struct GapTests {
  @LoopActor
  @Test func `after a gap that leaves no boxes, synced comes only with the next subscribe`() {
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
    expect(
      fixture.story, equals: ["snapshot a.gone", "synced ", "gap ", "snapshot a.kept", "synced "])
  }
}
