import BoxWireTestSupport
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import BoxServer

/// Fifty clients that do what comes to mind, each line of theirs held against a model.
@Suite(.enabled(if: LoopThread.isRunning)) struct PropertyTests {
  /// A server that remembers so little that clients often fall behind it.
  @Test func `clients of a forgetful server are told what they must be`() async throws {
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
    // What the test is there for happened.
    for event in [
      "latest gap", "every gap", "resumed", "not resumed", "merged", "catching up",
      "gone by itself",
    ] {
      #expect(tally[event, default: 0] > 0, "\(event): \(tally)")
    }
  }
}
