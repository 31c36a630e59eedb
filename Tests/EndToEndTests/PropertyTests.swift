import BoxWireTestSupport
import SystemTestSupport
import Testing

/// Fifty clients that do what comes to mind, each line of theirs held against a model.
@Suite struct PropertyTests {
  @Test func `clients of procond are told what they must be`() async throws {
    let tally = try await onOwnThread {
      let daemon = try DaemonProcess()
      let crowd = try ModelCrowd(
        50, on: daemon.socket, of: daemon,
        memory: ModelClient.Memory(changes: 65_000, slack: 1000), seed: testSeed())
      try crowd.run(steps: 10_000)
      return crowd.tally
    }
    // What the test is there for happened.
    for event in ["every change", "latest change", "resumed", "merged", "catching up"] {
      #expect(tally[event, default: 0] > 0, "\(event): \(tally)")
    }
  }

  @Test func `they are so, too, while limits change`() async throws {
    let tally = try await onOwnThread {
      let limits = try ChangingLimits()
      // It may have forgotten everything at any time.
      let crowd = try ModelCrowd(
        50, on: limits.daemon.socket, of: limits,
        memory: ModelClient.Memory(changes: -1, slack: 1_000_000), seed: testSeed())
      try crowd.run(steps: 10_000) { step in
        if step % 5 == 0 { try limits.change() }
      }
      return crowd.tally
    }
    for event in ["every gap", "latest gap", "not resumed", "merged", "catching up"] {
      #expect(tally[event, default: 0] > 0, "\(event): \(tally)")
    }
  }
}
