import BoxWire
import BoxWireTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers of `every`: each revision is a line, as long as the ring remembers it.
@Suite(.enabled(if: LoopThread.isRunning)) struct EveryTests {
  @LoopActor
  @Test func `each revision is a line`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.set("a.kept", 2)
    fixture.set("a.kept", 3)
    fixture.set("b.other", 1)
    fixture.remove("a.gone")
    fixture.delivery.flush()
    #expect(fixture.story == ["change a.kept", "change a.kept", "change -a.gone"])
    #expect(fixture.lines.map { $0["params", "revision"]?.integer } == [3, 4, 6])
    #expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer } == [2, 3, nil])
  }

  @LoopActor
  @Test func `who lags gets each revision later`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...9 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    #expect(fixture.lines.isEmpty)
    fixture.drain()
    #expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer } == Array(2...9))
    fixture.set("a.kept", 10)
    fixture.delivery.flush()
    #expect(fixture.lines.last?["params", "boxes", "a.kept"]?.integer == 10)
  }

  /// Wherever the kernel cuts the written bytes, each line arrives whole and once.
  @LoopActor
  @Test func `a subscriber that takes a part of the lines gets the rest`() async {
    for room in stride(from: 1, to: 900, by: 7) {
      // Other tests need the loop, too.
      await Task.yield()
      let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
      fixture.room = room
      for value in 2...9 { fixture.set("a.kept", value) }
      fixture.delivery.flush()
      fixture.drain()
      #expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer } == Array(2...9))
    }
  }

  @LoopActor
  @Test func `a subscriber that fell off the ring gets a gap and all boxes`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...40 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    fixture.drain()
    #expect(fixture.story == ["gap ", "snapshot a.gone a.kept", "synced "])
    #expect(fixture.lines[0]["params"]?.description == #"{"from":3,"to":41}"#)
    fixture.set("a.kept", 50)
    fixture.set("a.kept", 51)
    fixture.delivery.flush()
    #expect(fixture.story.suffix(2) == ["change a.kept", "change a.kept"])
  }

  @LoopActor
  @Test func `who is just within the ring gets no gap`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...21 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    fixture.drain()
    #expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer } == Array(2...21))
  }

  @LoopActor
  @Test func `changes of others push nobody off who has nothing to get`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    for _ in 0..<5 {
      fixture.changeOthers(10)
      fixture.delivery.flush()
    }
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    #expect(fixture.story == ["change a.kept"])
  }

  @LoopActor
  @Test func `boxes that are held go on with each revision while others are added`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.set("b.new", 1)
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.isDrained = false
    fixture.set("a.kept", 3)
    fixture.delivery.flush()
    fixture.subscribe([Pattern("b.*")!])
    fixture.set("a.kept", 4)
    fixture.delivery.flush()
    fixture.drain()
    #expect(
      fixture.story
        == ["change a.kept", "change a.kept", "change a.kept", "snapshot b.new", "synced "])
  }

  @LoopActor
  @Test func `many lines are made a piece at a time`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    for letter in ["x", "y", "z"] { fixture.setLarge("a.kept", letter) }
    for value in 0..<5 { fixture.set("a.gone", value + 2) }
    fixture.delivery.flush()
    #expect(
      fixture.story
        == Array(repeating: "change a.kept", count: 3)
        + Array(repeating: "change a.gone", count: 5))
  }
}
