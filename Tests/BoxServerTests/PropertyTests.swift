import BoxWireTestSupport
import Expectations
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
    let stage = ModelStage()
    let server = try await onLoop { [limits] in try Stage(stage, limits: limits) }
    // Each of these happens.
    let events = [
      "latest gap", "every gap", "resumed", "not resumed", "merged", "catching up",
      "expired", "together", "own snapshot", "own change", "own alone", "own with others",
      "scene removed", "all answered",
    ]
    let tally = try await onOwnThread {
      let crowd = try ModelCrowd(
        50, on: server.server.socket, of: server,
        memory: ModelClient.Memory(changes: changes, slack: 100), stage: stage, seed: testSeed())
      try run(crowd, until: events)
      return crowd.tally
    }
    for event in events { expect(tally[event, default: 0] > 0, "\(event): \(tally)") }
  }

  /// Rules that change, and clients that log in.
  @Test func `clients with limited rights receive what the model expects`() async throws {
    let stage = ModelStage(
      rules: ModelRules([
        ["": nil, "ann": ["shared.a.**", "stage.**"], "bob": ["shared.**"]],
        ["": ["shared.**", "stage.r1.**"], "ann": nil, "bob": []],
        [
          "": ["shared.*", "shared.b.k0", "shared.e.**", "stage.*.light"],
          "ann": ["shared.a.**", "stage.**"], "bob": ["**"],
        ],
      ]))
    let server = try await onLoop { try Stage(stage) }
    let events = [
      "latest gap", "every gap", "not resumed", "merged", "own snapshot", "own change",
      "rules changed", "scene removed",
    ]
    let tally = try await onOwnThread {
      let crowd = try ModelCrowd(
        20, on: server.server.socket, of: server,
        memory: ModelClient.Memory(changes: 65_000, slack: 1000), stage: stage, seed: testSeed())
      let prober = try ModelProber(of: crowd)
      try run(crowd, until: events, and: prober.comparisons > 100) { step in
        if step % 20 == 0 { try prober.probe(crowd) }
      }
      expect(prober.comparisons > 100)
      return crowd.tally
    }
    for event in events { expect(tally[event, default: 0] > 0, "\(event): \(tally)") }
  }

  /// Clients whose server is replaced again and again by one that takes them over.
  @Test func `clients that are handed over receive what the model expects`() async throws {
    let stage = ModelStage(
      rules: ModelRules([
        ["": nil, "ann": ["shared.a.**", "stage.**"], "bob": ["shared.**"]],
        ["": ["shared.**", "stage.r1.**"], "ann": nil, "bob": []],
      ]), handsOver: true)
    var limits = ServerLimits()
    // A client that lags behind the ring gets a gap then.
    limits.recentBytes = 1 << 30
    let server = try await onLoop { [limits] in try Stage(stage, limits: limits) }
    let events = [
      "handed over", "resumed", "merged", "own snapshot", "own change", "catching up",
      "rules changed", "scene removed", "all answered",
    ]
    let tally = try await onOwnThread {
      let crowd = try ModelCrowd(
        50, on: server.server.socket, of: server,
        memory: ModelClient.Memory(changes: 65_000, slack: 1000), stage: stage, seed: testSeed())
      try run(crowd, until: events)
      return crowd.tally
    }
    for event in events { expect(tally[event, default: 0] > 0, "\(event): \(tally)") }
    let count = await server.handedOver
    expect(count > 10 * tally["handed over", default: 0], "\(count): \(tally)")
  }

  /// Some thousand steps, repeated until each event has happened.
  private func run(
    _ crowd: ModelCrowd, until events: [String], and isDone: @autoclosure () -> Bool = true,
    _ step: (Int) throws -> Void = { _ in }
  ) throws {
    let steps = TestLength.size(600, long: 10_000)
    for _ in 1...(40_000 / steps) {
      try crowd.run(steps: steps, step)
      if isDone(), events.allSatisfy({ crowd.tally[$0, default: 0] > 0 }) { return }
    }
  }
}
