import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// A subscription that loses its connection and resumes where it was, or cannot.
@Suite(.enabled(if: LoopThread.isRunning))
struct ResumeTests {
  private static let everything = #"subscribe {"boxes":["a.**"]}"#

  private static func since(_ revision: Int) -> String {
    #"subscribe {"boxes":["a.**"],"since":{"epoch":"e","revision":\#(revision)}}"#
  }

  @LoopActor
  @Test func `a subscription requests what it missed and keeps what it has`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    expect(try await cut(daemon), equals: Self.since(4))
    expect(subscription.mirror.isSynced)
    daemon.answer(resumed: true, revision: 6)
    daemon.change(boxes(6, ["a.c": 3]))
    daemon.send(Synced(epoch: "e", revision: 6).line)
    expect(
      try await events.wait(count: 7).dropFirst(3),
      equals: [
        "lost ended", "connected scripted", #"changed {"revision":6,"boxes":{"a.c":3}}"#,
        "synced 6",
      ])
    expect(subscription.mirror.boxes.map(\.path), equals: ["a.b", "a.c"])
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription resumes from the newest line, not the last synced`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    daemon.change(boxes(7, ["a.b": 5]))
    try await events.wait(count: 4)
    expect(try await cut(daemon), equals: Self.since(7))
    // Lost again, before and after the answer: nothing is missed.
    expect(try await cut(daemon), equals: Self.since(7))
    daemon.answer(resumed: true, revision: 9)
    daemon.change(boxes(8, ["a.b": 6]))
    try await events.wait { $0.last?.contains("8") == true }
    expect(try await cut(daemon), equals: Self.since(8))
    subscription.cancel()
  }

  @LoopActor
  @Test func `when a daemon cannot resume, it sends everything and only changes are reported`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    expect(try await cut(daemon), equals: Self.since(4))
    daemon.answer(resumed: false, revision: 9)
    daemon.synchronise(boxes(9, ["a.b": 1, "a.d": 3]))
    expect(
      try await events.wait(count: 8).dropFirst(5),
      equals: [
        #"changed {"revision":9,"boxes":{"a.d":3}}"#,
        #"changed {"revision":9,"boxes":{},"removed":["a.c"]}"#, "synced 9",
      ])
    expect(try await cut(daemon), equals: Self.since(9))
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription does not resume in another epoch`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    daemon.greeting = Hello(server: "scripted", epoch: "f", revision: 1)
    expect(try await cut(daemon), equals: Self.everything)
    daemon.answer(resumed: false, epoch: "f", revision: 1)
    daemon.synchronise(boxes(1, ["a.b": 1]), epoch: "f")
    expect(
      try await events.wait(count: 7).dropFirst(5),
      equals: [
        #"changed {"revision":1,"boxes":{},"removed":["a.c"]}"#, "synced 1",
      ])
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription lost before it was in step requests everything`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    expect(try await cut(daemon), equals: Self.everything)
    daemon.answer(resumed: false, revision: 4)
    daemon.send(snapshot(4, "a.b", 1))
    try await events.wait { $0.last == #"changed {"revision":4,"boxes":{"a.b":1}}"# }
    expect(try await cut(daemon), equals: Self.everything)
    daemon.answer(resumed: false, revision: 5)
    daemon.synchronise(boxes(5, ["a.b": 1, "a.c": 2]))
    try await events.wait { $0.last == "synced 5" }
    expect(events.events.suffix(2).first, equals: #"changed {"revision":5,"boxes":{"a.c":2}}"#)
    // In step once, then lost in the middle of another snapshot.
    daemon.send(snapshot(9, "a.b", 7))
    try await events.wait { $0.last == #"changed {"revision":9,"boxes":{"a.b":7}}"# }
    expect(try await cut(daemon), equals: Self.everything)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription lost after a gap requests everything until it is in step`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    daemon.send(Gap(from: 5, to: 9).line + snapshot(9, "a.b", 7))
    try await events.wait { $0.last == #"changed {"revision":9,"boxes":{"a.b":7}}"# }
    expect(try await cut(daemon), equals: Self.everything)
    daemon.answer(resumed: false, revision: 10)
    daemon.synchronise(boxes(10, ["a.b": 7]))
    expect(
      try await events.wait { $0.last == "synced 10" }.suffix(2).first?.contains("removed"),
      equals: true)
    expect(try await cut(daemon), equals: Self.since(10))
    subscription.cancel()
  }

  @LoopActor
  @Test func `a line that only removes boxes may be incomplete and is not resumed from`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    daemon.change(boxes(900, [:], removed: ["a.c"]))
    try await events.wait(count: 4)
    expect(try await cut(daemon), equals: Self.since(4))
    daemon.answer(resumed: true, revision: 901)
    daemon.change(boxes(901, ["a.b": 5], removed: ["a.c"]))
    daemon.send(Synced(epoch: "e", revision: 901).line)
    expect(
      try await events.wait(count: 8).suffix(2),
      equals: [
        #"changed {"revision":901,"boxes":{"a.b":5}}"#, "synced 901",
      ])
    expect(try await cut(daemon), equals: Self.since(901))
    subscription.cancel()
  }

  @LoopActor
  @Test func `a daemon that does not know since is asked for everything`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon)
    expect(try await cut(daemon), equals: Self.since(4))
    daemon.answer(.failure(.invalid(member: "since", "there is no parameter since")))
    expect(try await daemon.requests.wait(count: 3).last, equals: Self.everything)
    daemon.answer(resumed: false, revision: 5)
    daemon.synchronise(boxes(5, ["a.b": 1]))
    expect(
      try await events.wait(count: 7).suffix(2),
      equals: [
        #"changed {"revision":5,"boxes":{},"removed":["a.c"]}"#, "synced 5",
      ])
    subscription.cancel()
  }

  private func snapshot(_ revision: Int, _ path: String, _ value: Int) -> [UInt8] {
    var line = BoxesLine(.snapshot, revision: revision, capacity: 0)
    line.append(member: BoxesLine.member(path: Path(path)!, value: JSONText(value)))
    return line.finish()
  }
}
