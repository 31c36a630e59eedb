import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// In which lines a subscriber gets the boxes of its session, and when.
@Suite(.enabled(if: LoopThread.isRunning)) struct SessionDeliveryTests {
  @LoopActor
  @Test func `values come in a snapshot, then in changes`() {
    let session = SessionFixture(subscribedTo: [])
    session.subscribe(["session.*.one"])
    expect(session.fixture.story, equals: ["snapshot session.s.one", "synced "])
    session.model.one.value = 1
    session.model.two.value = 1
    session.flush()
    expect(session.fixture.story.last, equals: "change session.s.one")
    expect(session.fixture.lines.count, equals: 3)
  }

  @LoopActor
  @Test(arguments: [Subscribe.Mode.latest, .every])
  func `a line of the session follows all older lines`(mode: Subscribe.Mode) {
    let session = SessionFixture(DeliveryOptions(mode: mode))
    let start = session.fixture.log.revision
    session.fixture.set("a.kept", 2)
    session.model.one.value = 1
    session.flush()
    session.fixture.set("a.kept", 3)
    session.flush()
    expect(
      session.story(since: start),
      equals: [
        "1 change a.kept", "2 change session.s.one", "3 change a.kept",
      ])
  }

  @LoopActor
  @Test func `what an interval holds back is sent before a line of the session`() {
    let session = SessionFixture(DeliveryOptions(interval: .seconds(60)))
    let start = session.fixture.log.revision
    session.fixture.set("a.kept", 2)
    session.flush()
    session.fixture.set("a.kept", 3)
    session.flush()
    expect(session.story(since: start), equals: ["1 change a.kept"])
    session.model.one.value = 1
    session.flush()
    expect(
      session.story(since: start),
      equals: [
        "1 change a.kept", "2 change a.kept", "3 change session.s.one",
      ])
    session.model.one.value = 2
    session.flush()
    expect(session.story(since: start).last, equals: "4 change session.s.one")
  }

  @LoopActor
  @Test(arguments: [Subscribe.Mode.latest, .every])
  func `a subscriber that lags gets the newest values of its session`(mode: Subscribe.Mode) {
    let session = SessionFixture(DeliveryOptions(mode: mode))
    let start = session.fixture.log.revision
    session.fixture.isDrained = false
    for number in 1...5 {
      session.fixture.set("a.kept", number + 1)
      session.model.one.value = number
      session.flush()
    }
    expect(session.fixture.lines.isEmpty)
    session.drain()
    let story = session.story(since: start)
    let own = session.fixture.lines.filter { $0["params", "boxes", "session.s.one"] != nil }
    expect(own.map { $0["params", "boxes", "session.s.one"]?.integer }, equals: [5])
    switch mode {
    case .latest: expect(story, equals: ["9 change a.kept x5", "10 change session.s.one"])
    case .every: expect(story.filter { $0.hasSuffix("a.kept") }.count, equals: 5)
    }
    let revisions = session.fixture.lines.compactMap { $0["params", "revision"]?.integer }
    expect(revisions, equals: revisions.sorted())
  }

  @LoopActor
  @Test func `ping sends what is due of the session`() {
    let session = SessionFixture()
    session.fixture.isDrained = false
    session.model.one.value = 1
    session.flush()
    expect(session.fixture.lines.isEmpty)
    session.drain()
    expect(session.fixture.story, equals: ["change session.s.one"])
  }

  @LoopActor
  @Test func `a gap is followed by the boxes of the session too`() {
    let session = SessionFixture()
    session.fixture.isDrained = false
    session.fixture.remove("a.gone")
    session.flush()
    session.fixture.changeOthers(20)
    session.flush()
    session.drain()
    expect(
      session.fixture.story,
      equals: [
        "gap ", "snapshot a.kept", "snapshot session.s.one session.s.two", "synced ",
      ])
  }

  @LoopActor
  @Test func `a subscriber without other patterns gets its snapshot at once`() {
    let session = SessionFixture(subscribedTo: [])
    session.fixture.unsubscribe(nil)
    session.fixture.dropLines()
    session.subscribe(["session.s.two"])
    expect(session.fixture.story, equals: ["snapshot session.s.two", "synced "])
    session.model.two.value = 4
    session.flush()
    expect(session.fixture.story.last, equals: "change session.s.two")
  }

  @LoopActor
  @Test func `boxes that only withdrawn patterns match are not sent`() {
    let session = SessionFixture(subscribedTo: ["session.s.one", "session.**"])
    session.fixture.isDrained = false
    session.model.one.value = 1
    session.model.two.value = 1
    session.flush()
    session.boxes.unsubscribe(from: [Pattern("session.**")!])
    session.drain()
    expect(session.fixture.story, equals: ["change session.s.one"])
    session.boxes.unsubscribe(from: nil)
    session.model.one.value = 2
    session.flush()
    expect(session.fixture.lines.count, equals: 1)
  }

  @LoopActor
  @Test func `once other patterns are withdrawn, no line goes back to an older revision`() {
    let session = SessionFixture()
    session.fixture.isDrained = false
    session.fixture.set("b.new", 1)
    session.fixture.subscribe([Pattern("b.**")!])
    session.fixture.isDrained = true
    session.model.one.value = 1
    session.flush()
    // It waits for the snapshot of `b`, while newer changes are sent.
    session.fixture.set("a.kept", 2)
    session.fixture.sendChanges()
    session.unsubscribe(nil)
    let revisions = session.fixture.lines.compactMap { $0["params", "revision"]?.integer }
    expect(session.fixture.story.contains("change session.s.one"))
    expect(revisions, equals: revisions.sorted())
  }

  @LoopActor
  @Test func `each subscription is synced though other patterns are withdrawn before`() {
    let session = SessionFixture(subscribedTo: [])
    session.fixture.isDrained = false
    session.fixture.set("b.new", 1)
    session.fixture.subscribe([Pattern("b.**")!])
    session.subscribe(["session.s.one"])
    session.subscribe(["session.s.two"])
    session.unsubscribe([Pattern("a.**")!, Pattern("b.**")!])
    session.drain()
    expect(session.fixture.story.filter { $0 == "synced " }.count, equals: 3)
    expect(session.fixture.story.contains("snapshot session.s.one session.s.two"))
  }

  @LoopActor
  @Test func `patterns of the session keep a subscriber in its group`() {
    let session = SessionFixture()
    let other = SubscriberFixture(sharing: session.fixture)
    other.subscribe([Pattern("a.**")!])
    expect(session.fixture.subscriber.group === other.subscriber.group)
    expect(session.fixture.subscriber.patterns, equals: [Pattern("a.**")!])
  }

  @LoopActor
  @Test func `changes of the session are in neither the log nor the ring`() {
    let session = SessionFixture()
    let position = session.fixture.log.position
    session.model.one.value = 1
    session.flush()
    expect(session.fixture.log.position, equals: position)
    expect(session.fixture.log.box(at: Path("session.s.one")!) == nil)
  }

  @LoopActor
  @Test func `since is served beyond revisions of sessions`() {
    let session = SessionFixture()
    let log = session.fixture.log
    session.fixture.set("a.kept", 2)
    session.model.one.value = 1
    session.flush()
    let skipped = log.revision
    session.fixture.set("a.kept", 3)
    let cursor = log.cursor(at: Subscribe.Position(epoch: "e", revision: skipped))
    expect(cursor?.position, equals: log.position - 1)
  }
}
