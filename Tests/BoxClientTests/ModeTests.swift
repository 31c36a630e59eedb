import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Subscriptions to every revision, or with a minimum interval.
@Suite(.enabled(if: LoopThread.isRunning))
struct ModeTests {
  @LoopActor
  @Test func `mode and interval are requested on every connection`() async throws {
    let daemon = try ScriptedDaemon()
    let (every, _) = observe(daemon, mode: .every)
    let subscribe = #"subscribe {"boxes":["a.**"],"mode":"every"}"#
    expect(try await daemon.requests.wait(count: 1), equals: [subscribe])
    expect(try await cut(daemon), equals: subscribe)
    every.cancel()
    let rare = try ScriptedDaemon()
    let (seldom, _) = observe(rare, interval: .milliseconds(250))
    expect(
      try await rare.requests.wait(count: 1),
      equals: [#"subscribe {"boxes":["a.**"],"interval":250}"#])
    seldom.cancel()
  }

  @LoopActor
  @Test func `merged is passed on as the daemon sends it`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(4, ["a.b": 1, "a.c": 2]))
    let values = [(path: "a.b", value: JSONText(1)), ("a.c", JSONText(3))]
    daemon.change(BoxValues(revision: 9, values: values, merged: 5))
    expect(
      try await events.wait(count: 4).last,
      equals: #"changed {"revision":9,"boxes":{"a.c":3},"merged":5}"#)
    subscription.cancel()
  }

  @LoopActor
  @Test func `each revision is delivered once over connections that are cut anywhere`() async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon, mode: .every)
    var generator = SeededGenerator(seed: 7)
    var sent = 4
    for _ in 1...100 {
      let request = try await cut(daemon)
      expect(
        request.hasSuffix(#""mode":"every","since":{"epoch":"e","revision":\#(sent)}}"#),
        "\(request)")
      guard Int.random(in: 0..<4, using: &generator) > 0 else { continue }
      let now = sent + Int.random(in: 0...3, using: &generator)
      daemon.answer(resumed: true, revision: now)
      while sent < now { sendNext(daemon, &sent) }
      if Bool.random(using: &generator) {
        daemon.send(Synced(epoch: "e", revision: now).line)
        for _ in 0..<Int.random(in: 0...3, using: &generator) { sendNext(daemon, &sent) }
      }
    }
    let last = sent
    try await events.wait { $0.contains { $0.contains(#""revision":\#(last),"#) } }
    let revisions = events.events.filter { $0.hasPrefix("changed") }.compactMap {
      Int($0.drop { !$0.isNumber }.prefix(while: \.isNumber))
    }
    expect(revisions, equals: Array(4...last))
    expect(!events.events.contains { $0.hasPrefix("missed") })
    subscription.cancel()
  }

  /// Sends the change of the next revision: a value, or every fifth time a removal.
  @LoopActor
  private func sendNext(_ daemon: ScriptedDaemon, _ sent: inout Int) {
    sent += 1
    let isRemoval = sent.isMultiple(of: 5)
    daemon.change(isRemoval ? boxes(sent, [:], removed: ["a.b"]) : boxes(sent, ["a.b": sent]))
  }

  @LoopActor
  @Test func `a failed resume is reported once, when the subscription is in step again`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon, mode: .every)
    _ = try await cut(daemon)
    daemon.answer(resumed: false, revision: 90)
    // Lost again before it is in step.
    let request = try await cut(daemon)
    expect(!request.contains("since"))
    daemon.answer(resumed: false, revision: 95)
    daemon.synchronise(boxes(95, ["a.b": 8, "a.c": 2]))
    expect(
      try await events.wait { $0.last == "synced 95" }.suffix(3),
      equals: [
        #"changed {"revision":95,"boxes":{"a.b":8}}"#, "missed 4-95", "synced 95",
      ])
    daemon.send(Synced(epoch: "e", revision: 95).line)
    try await events.wait { $0.filter { $0 == "synced 95" }.count == 2 }
    expect(events.events.filter { $0.hasPrefix("missed") }.count, equals: 1)
    subscription.cancel()
  }

  @LoopActor
  @Test func `nothing is reported as missed if nothing happened or nothing was promised`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon, mode: .every)
    try await daemon.requests.wait(count: 1)
    daemon.answer(resumed: false, revision: 3)
    _ = try await cut(daemon)
    daemon.answer(resumed: false, revision: 4)
    daemon.synchronise(boxes(4, ["a.b": 1]))
    try await events.wait { $0.last == "synced 4" }
    _ = try await cut(daemon)
    daemon.answer(resumed: false, revision: 4)
    daemon.synchronise(boxes(4, ["a.b": 1]))
    try await events.wait { $0.filter { $0 == "synced 4" }.count == 2 }
    expect(!events.events.contains { $0.hasPrefix("missed") })
    subscription.cancel()
  }

  @LoopActor
  @Test func `a gap is reported, even if the connection is lost after it`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon, mode: .every)
    daemon.change(boxes(5, ["a.b": 2]))
    daemon.send(Gap(from: 6, to: 90).line)
    daemon.synchronise(boxes(91, ["a.b": 3, "a.c": 2]))
    expect(try await events.wait { $0.last == "synced 91" }.suffix(2).first, equals: "missed 5-91")
    daemon.send(Gap(from: 92, to: 200).line)
    _ = try await cut(daemon)
    daemon.answer(resumed: false, revision: 210)
    daemon.synchronise(boxes(210, ["a.b": 3, "a.c": 2]))
    expect(
      try await events.wait { $0.last == "synced 210" }.suffix(2).first, equals: "missed 91-210")
    subscription.cancel()
  }

  @LoopActor
  @Test func `revisions missed across two epochs are not counted`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = try await inStep(with: daemon, mode: .every)
    daemon.greeting = Hello(server: "scripted", epoch: "f", revision: 1)
    expect(try await cut(daemon), equals: #"subscribe {"boxes":["a.**"],"mode":"every"}"#)
    daemon.answer(resumed: false, epoch: "f", revision: 7)
    daemon.synchronise(boxes(7, ["a.b": 1, "a.c": 2]), epoch: "f")
    expect(try await events.wait { $0.last == "synced 7" }.suffix(2).first, equals: "missed 4-")
    subscription.cancel()
  }

  @LoopActor
  @Test func `in mode latest, nothing is reported as missed`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(4, ["a.b": 1]))
    daemon.send(Gap(from: 5, to: 9).line)
    daemon.synchronise(boxes(9, ["a.b": 1]))
    try await events.wait { $0.last == "synced 9" }
    expect(!events.events.contains { $0.hasPrefix("missed") })
    subscription.cancel()
  }
}
