import BoxWire
import BoxWireTestSupport
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers in mode `every`: each revision is a line, as long as the ring remembers it.
@Suite(.enabled(if: LoopThread.isRunning)) struct EveryTests {
  @LoopActor
  @Test func `each revision is a line`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.set("a.kept", 2)
    fixture.set("a.kept", 3)
    fixture.set("b.other", 1)
    fixture.remove("a.gone")
    fixture.delivery.flush()
    expect(fixture.story, equals: ["change a.kept", "change a.kept", "change -a.gone"])
    expect(fixture.lines.map { $0["params", "revision"]?.integer }, equals: [3, 4, 6])
    expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer }, equals: [2, 3, nil])
  }

  @LoopActor
  @Test func `a slow subscriber gets each revision later`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...9 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    expect(fixture.lines.isEmpty)
    fixture.drain()
    expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer }, equals: Array(2...9))
    fixture.set("a.kept", 10)
    fixture.delivery.flush()
    expect(fixture.lines.last?["params", "boxes", "a.kept"]?.integer, equals: 10)
  }

  /// Each line arrives whole and once, wherever the kernel cuts the written bytes.
  @LoopActor
  @Test func `a subscriber that takes only some of the lines gets the rest`() async {
    for room in stride(from: 1, to: 900, by: 7) {
      // Let other tests use the loop.
      await Task.yield()
      let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
      fixture.room = room
      for value in 2...9 { fixture.set("a.kept", value) }
      fixture.delivery.flush()
      fixture.drain()
      expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer }, equals: Array(2...9))
    }
  }

  @LoopActor
  @Test func `a subscriber that fell behind the ring gets a gap and all boxes`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...40 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    fixture.drain()
    expect(fixture.story, equals: ["gap ", "snapshot a.gone a.kept", "synced "])
    expect(fixture.lines[0]["params"]?.description, equals: #"{"from":3,"to":41}"#)
    fixture.set("a.kept", 50)
    fixture.set("a.kept", 51)
    fixture.delivery.flush()
    expect(fixture.story.suffix(2), equals: ["change a.kept", "change a.kept"])
  }

  @LoopActor
  @Test func `a subscriber that is just within the ring gets no gap`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    fixture.isDrained = false
    for value in 2...21 {
      fixture.set("a.kept", value)
      fixture.delivery.flush()
    }
    fixture.drain()
    expect(fixture.lines.map { $0["params", "boxes", "a.kept"]?.integer }, equals: Array(2...21))
  }

  @LoopActor
  @Test func `a subscriber with nothing pending does not fall behind when other boxes change`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    for _ in 0..<5 {
      fixture.changeOthers(10)
      fixture.delivery.flush()
    }
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    expect(fixture.story, equals: ["change a.kept"])
  }

  @LoopActor
  @Test func `boxes of a subscriber keep sending each revision while others are added`() {
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
    expect(
      fixture.story,
      equals: ["change a.kept", "change a.kept", "change a.kept", "snapshot b.new", "synced "])
  }

  @LoopActor
  @Test func `many lines are built in several parts`() {
    let fixture = SubscriberFixture(DeliveryOptions(mode: .every))
    for letter in ["x", "y", "z"] { fixture.setLarge("a.kept", letter) }
    for value in 0..<5 { fixture.set("a.gone", value + 2) }
    fixture.delivery.flush()
    expect(
      fixture.story,
      equals: Array(repeating: "change a.kept", count: 3)
        + Array(repeating: "change a.gone", count: 5))
  }
}
