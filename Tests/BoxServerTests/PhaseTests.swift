import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Which phases of a connection follow one another.
@Suite(.enabled(if: LoopThread.isRunning)) struct PhaseTests {
  private static let phases: [Phase] = [.open, .halfClosed, .gone, .ending, .closed]

  @Test func `a client that ends its sending side gets its answers, if there is still time`() {
    let after = Self.phases.map { phase in
      var phase = phase
      phase.reachEnd()
      return phase
    }
    expect(after, equals: [.halfClosed, .halfClosed, .gone, .ending, .closed])
  }

  @Test func `a client that is gone leaves requests, unless it has been sent its last line`() {
    let after = Self.phases.map { phase in
      var phase = phase
      return (phase.loseClient(), phase)
    }
    expect(after.map(\.0), equals: [true, true, false, false, false])
    expect(after.map(\.1), equals: [.gone, .gone, .gone, .ending, .closed])
  }

  @Test func `there is one last line, and none for a client that is gone`() {
    let after = Self.phases.map { phase in
      var phase = phase
      return (phase.end(), phase)
    }
    expect(after.map(\.0), equals: [true, true, false, false, false])
    expect(after.map(\.1), equals: [.ending, .ending, .gone, .ending, .closed])
  }

  @Test func `a connection is closed once`() {
    let after = Self.phases.map { phase in
      var phase = phase
      return (phase.close(), phase)
    }
    expect(after.map(\.0), equals: [true, true, true, true, false])
    expect(after.allSatisfy { $0.1 == .closed })
  }

  @LoopActor
  @Test func `an intent that ends after the last line is not answered`() async {
    let fixture = ConnectionFixture()
    fixture.transport.isStuck = true
    expect(fixture.send(#"{"id":1,"method":"house.bath.lamp.wait"}"#), equals: [])
    expect(!fixture.registry.tasks.isIdle)
    fixture.connection?.end(with: Bye(.slow))
    fixture.house.mayAnswer.open()
    while !fixture.registry.tasks.isIdle { await Task.yield() }
    expect(fixture.flushed().map(\.method), equals: ["bye"])
  }
}
