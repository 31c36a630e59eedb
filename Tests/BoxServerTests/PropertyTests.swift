import BoxWireTestSupport
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import BoxServer

/// Fifty clients that act at random, with each received line checked against a model.
@Suite(.enabled(if: LoopThread.isRunning)) struct PropertyTests {
  /// A server that remembers so little that clients often fall behind.
  @Test func `clients of a forgetful server receive what the model expects`() async throws {
    let changes = 64
    var limits = ServerLimits()
    limits.recentChanges = changes
    let server = try await onLoop { [limits] in try TestServer(limits: limits) }
    let tally = try await onOwnThread {
      let crowd = try ModelCrowd(
        50, on: server.socket, of: server,
        memory: ModelClient.Memory(changes: changes, slack: 100), seed: testSeed())
      try crowd.run(steps: 10_000)
      return crowd.tally
    }
    // Each of these has happened.
    for event in [
      "latest gap", "every gap", "resumed", "not resumed", "merged", "catching up",
      "expired", "together",
    ] {
      #expect(tally[event, default: 0] > 0, "\(event): \(tally)")
    }
  }
}
