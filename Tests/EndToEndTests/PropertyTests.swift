import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Fifty clients that act at random, with each received line checked against a model.
@Suite struct PropertyTests {
  @Test func `clients of procond receive what the model expects`() async throws {
    let events = ["every change", "latest change", "resumed", "merged", "catching up"]
    let tally = try await onOwnThread {
      let daemon = try DaemonProcess()
      let crowd = try ModelCrowd(
        50, on: daemon.socket, of: daemon,
        memory: ModelClient.Memory(changes: 65_000, slack: 1000), seed: testSeed())
      try run(crowd, until: events) { _ in }
      return crowd.tally
    }
    expectEach(of: events, in: tally)
  }

  @Test func `they also do so while limits change`() async throws {
    let events = ["every gap", "latest gap", "not resumed", "merged", "catching up"]
    let tally = try await onOwnThread {
      let limits = try ChangingLimits()
      // The daemon may have forgotten everything at any time.
      let crowd = try ModelCrowd(
        50, on: limits.daemon.socket, of: limits,
        memory: ModelClient.Memory(changes: -1, slack: 1_000_000), seed: testSeed())
      try run(crowd, until: events) { step in
        if step % 5 == 0 { try limits.change() }
      }
      return crowd.tally
    }
    expectEach(of: events, in: tally)
  }

  /// Some thousand steps, repeated until each event has happened.
  private func run(
    _ crowd: ModelCrowd, until events: [String], _ step: (Int) throws -> Void
  ) throws {
    let steps = TestLength.size(1000, long: 10_000)
    for _ in 1...(40_000 / steps) {
      try crowd.run(steps: steps, step)
      if events.allSatisfy({ crowd.tally[$0, default: 0] > 0 }) { return }
    }
  }

  /// Expects that each of these has happened.
  private func expectEach(of events: [String], in tally: [String: Int]) {
    for event in events { expect(tally[event, default: 0] > 0, "\(event): \(tally)") }
  }
}
