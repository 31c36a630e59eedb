import BoxWire
import BoxWireTestSupport
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Patterns that are added while a client has been sent a revision of which they match another part.
@Suite(.enabled(if: LoopThread.isRunning)) struct RevisionInPartsTests {
  @LoopActor
  @Test func `a revision is not sent again for patterns that are added after it`() throws {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.unsubscribe(nil)
    let options = DeliveryOptions(mode: .every)
    fixture.subscribe([try require(Pattern("a.kept"))], options)
    fixture.delivery.setDrained(true, fixture.subscriber)
    fixture.delivery.flush()
    // The output takes one line: the next revision waits.
    fixture.room = 1
    fixture.setTogether(["a.kept", "b.other"], 2)
    fixture.set("a.kept", 3)
    fixture.delivery.flush()
    fixture.subscribe([try require(Pattern("b.**"))], options)
    fixture.drain()
    fixture.delivery.flush()
    let changes = fixture.lines.filter { $0["method"]?.string == "change" }
    let revisions = changes.compactMap { $0["params", "revision"]?.integer }
    expect(revisions, equals: Array(Set(revisions)).sorted(), "\(fixture.lines)")
    expect(changes.first?["params", "boxes"]?.names, equals: ["a.kept"])
  }
}
