import BoxWire
import TestSupport
import Testing
import UVLoop

@testable import BoxServer

@Suite(.enabled(if: LoopThread.isRunning)) struct GapTests {
  @LoopActor
  @Test func `a gap in which nothing is left has no synced before that of a subscribe`() {
    let fixture = SubscriberFixture()
    fixture.subscriber.remove([Pattern("a.**")!])
    fixture.subscriber.add([Pattern("a.gone")!])
    fixture.drain()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.publisher.flush()
    fixture.changeOthers(20)
    fixture.publisher.flush()
    fixture.subscriber.add([Pattern("a.kept")!])
    fixture.drain()
    #expect(
      fixture.story == ["snapshot a.gone", "synced ", "gap ", "snapshot a.kept", "synced "])
  }
}
