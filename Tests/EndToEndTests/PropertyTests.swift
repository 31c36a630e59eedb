import TestSupport
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
}
