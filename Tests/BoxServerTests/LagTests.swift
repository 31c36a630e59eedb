import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Subscribers in mode `latest` that lag behind, and changes that can no longer be sent to them.
@Suite(.enabled(if: LoopThread.isRunning)) struct LagTests {
  @LoopActor
  @Test func `a lagging subscriber gets all remembered removals`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.changeOthers(9)
    fixture.delivery.flush()
    expect(fixture.story, equals: [])
    fixture.drain()
    expect(fixture.story, equals: ["change -a.gone"])
  }

  @LoopActor
  @Test func `a subscriber that lags behind the remembered removals gets a gap and all boxes`() {
    let fixture = SubscriberFixture()
    let revision = fixture.log.revision
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.changeOthers(10)
    fixture.set("a.new", 1)
    fixture.delivery.flush()
    fixture.drain()
    expect(fixture.story, equals: ["gap ", "snapshot a.kept a.new", "synced "])
    expect(
      fixture.lines[0]["params"]?.description,
      equals: #"{"from":\#(revision + 1),"to":\#(fixture.log.revision)}"#)
    fixture.set("a.after", 1)
    fixture.delivery.flush()
    expect(fixture.story.last, equals: "change a.after")
  }

  @LoopActor
  @Test func `a subscriber that does not lag gets all changes between two flushes`() {
    let fixture = SubscriberFixture()
    fixture.remove("a.gone")
    fixture.changeOthers(100)
    fixture.delivery.flush()
    expect(fixture.story, equals: ["change -a.gone"])
  }

  @LoopActor
  @Test func `removals of boxes outside the client's patterns are not a gap`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.set("a.kept", 2)
    for _ in 0..<4 {
      fixture.changeOthers(10)
      fixture.delivery.flush()
    }
    fixture.drain()
    expect(fixture.story, equals: ["change a.kept"])
  }

  @LoopActor
  @Test func `a large catch-up shows at once that the state is incomplete`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    for name in ["a.b", "a.c", "a.d"] { fixture.setLarge(name) }
    fixture.delivery.flush()
    // The first line of the catch-up is sent without building another one.
    fixture.sendChanges()
    expect(fixture.story, equals: ["change  x3", "snapshot a.b"])
    fixture.set("a.kept", 2)
    fixture.drain()
    expect(
      fixture.story.dropFirst(2),
      equals: ["change a.kept", "snapshot a.c", "snapshot a.d", "synced "])
  }

  @LoopActor
  @Test func `a second catch-up has what the first one still had to send`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    for name in ["a.b", "a.c", "a.d"] { fixture.setLarge(name) }
    fixture.delivery.flush()
    fixture.sendChanges()
    expect(fixture.story, equals: ["change  x3", "snapshot a.b"])
    for name in ["a.e", "a.f", "a.g"] { fixture.setLarge(name) }
    fixture.delivery.flush()
    fixture.drain()
    let sent = fixture.story.filter { $0.hasPrefix("snapshot") }
    expect(Set(sent), equals: Set(["b", "c", "d", "e", "f", "g"].map { "snapshot a.\($0)" }))
    expect(fixture.story.last, equals: "synced ")
  }

  @LoopActor
  @Test func `a catch-up of exactly 1 MiB, commas included, is one line`() {
    expect(catchUp(bytes: 1 << 20), equals: ["change a.b a.c-a.gone x3"])
    expect(
      catchUp(bytes: 1 << 20 + 1),
      equals: [
        "change -a.gone x3", "snapshot a.b", "snapshot a.c", "synced ",
      ])
  }

  /// What a subscriber receives after missing a removal and two boxes.
  ///
  /// - Parameter bytes: the size of their members with a comma after each; the removal counts as a
  ///   comma.
  @LoopActor
  private func catchUp(bytes: Int) -> [String] {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    let characters = bytes - 1 - 2 * #""a.b":"","#.utf8.count
    fixture.setText("a.b", count: characters / 2)
    fixture.setText("a.c", count: characters - characters / 2)
    fixture.delivery.flush()
    fixture.drain()
    return fixture.story
  }

  @LoopActor
  @Test func `a removal that a subscriber has received can be forgotten`() {
    let fixture = SubscriberFixture()
    fixture.remove("a.gone")
    fixture.delivery.flush()
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.set("a.new", 1)
    fixture.delivery.flush()
    expect(fixture.story, equals: ["change -a.gone", "change a.new"])
  }

  @LoopActor
  @Test func `a box that was created again is not forgotten with its removal`() {
    let fixture = SubscriberFixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.set("a.gone", 2)
    fixture.changeOthers(9)
    fixture.delivery.flush()
    fixture.drain()
    expect(fixture.story, equals: ["change a.gone x2"])
    fixture.changeOthers(20)
    expect(fixture.log.box(at: Path("a.gone")!) != nil)
  }
}
