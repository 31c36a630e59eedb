import BoxWire
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What is left of a subscription when patterns of it are taken back.
@Suite(.enabled(if: LoopThread.isRunning)) struct TakingBackTests {
  @LoopActor
  @Test(arguments: [false, true])
  func `who took back everything is as new, whatever was under way`(takesAll: Bool) {
    let fixture = SubscriberFixture()
    fixture.set("b.other", 1)
    fixture.delivery.flush()
    fixture.isDrained = false
    fixture.subscribe([Pattern("b.*")!])
    fixture.unsubscribe(takesAll ? nil : [Pattern("a.**")!, Pattern("b.*")!])
    fixture.subscribe([Pattern("a.**")!], DeliveryOptions(mode: .every))
    fixture.drain()
    // A `synced` of the first would say that the second one is there.
    #expect(fixture.story == ["snapshot a.gone a.kept", "synced "])
  }

  @LoopActor
  @Test func `taking back patterns sends nothing before the interval is over`() {
    let fixture = heldBack()
    #expect(fixture.story == ["change a.kept"])
    // A ping does.
    fixture.sendChanges()
    #expect(fixture.story == ["change a.kept", "change a.gone"])
  }

  @LoopActor
  @Test func `a removal that is forgotten meanwhile is a gap all the same`() {
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
    #expect(fixture.story.suffix(3) == ["gap ", "snapshot a.kept", "synced "])
  }

  /// Holds back a change of `a.gone`, and has taken back a pattern since.
  @LoopActor
  private func heldBack() -> SubscriberFixture {
    let fixture = SubscriberFixture(DeliveryOptions(interval: .seconds(60)))
    fixture.subscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.set("a.gone", 2)
    fixture.delivery.flush()
    #expect(fixture.story == ["synced ", "change a.kept"])
    fixture.unsubscribe([Pattern("b.**")!])
    fixture.drain()
    fixture.dropFirstLine()
    return fixture
  }
}
