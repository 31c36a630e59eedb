import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Uses SIGURG, which has no effect by default, so that an unexpected one is harmless.
@Suite(.enabled(if: LoopThread.isRunning), .serialized)
struct SignalTests {
  @LoopActor
  @Test func `a handler is called for each signal`() async throws {
    let journal = Journal<Int>()
    let signal = try Signal(SIGURG) { journal.note(1) }
    for count in 1...3 {
      kill(getpid(), SIGURG)
      try await journal.wait(count: count)
    }
    signal.cancel()
  }

  @LoopActor
  @Test func `several handlers get the same signal`() async throws {
    let journal = Journal<Int>()
    let signals = try (0..<2).map { number in try Signal(SIGURG) { journal.note(number) } }
    kill(getpid(), SIGURG)
    expect(try await journal.wait(count: 2).sorted(), equals: [0, 1])
    withExtendedLifetime(signals) {}
  }

  @LoopActor
  @Test func `a cancelled or released handler is not called`() async throws {
    let journal = Journal<String>()
    let cancelled = try Signal(SIGURG) { journal.note("cancelled") }
    let holder = Holder<Signal>()
    holder.held = try Signal(SIGURG) { journal.note("released") }
    let kept = try Signal(SIGURG) { journal.note("kept") }
    cancelled.cancel()
    cancelled.cancel()
    holder.held = nil
    kill(getpid(), SIGURG)
    try await journal.wait { $0.contains("kept") }
    await nextTurn()
    expect(Set(journal.events), equals: ["kept"])
    kept.cancel()
  }

  @LoopActor
  @Test func `a handler can be cancelled or released inside its own callback`() async throws {
    let journal = Journal<String>()
    let cancelled = Holder<Signal>()
    cancelled.held = try Signal(SIGURG) {
      cancelled.held?.cancel()
      journal.note("cancelled")
    }
    let released = Holder<Signal>()
    released.held = try Signal(SIGURG) {
      released.held = nil
      journal.note("released")
    }
    kill(getpid(), SIGURG)
    try await journal.wait(count: 2)
    let kept = try Signal(SIGURG) { journal.note("kept") }
    kill(getpid(), SIGURG)
    try await journal.wait { $0.contains("kept") }
    expect(journal.events.sorted(), equals: ["cancelled", "kept", "released"])
    kept.cancel()
    cancelled.held = nil
  }

  @LoopActor
  @Test(arguments: [SIGKILL, SIGSTOP, 0, 1000])
  func `a signal number that cannot be caught is refused`(_ number: Int32) async {
    #expect(throws: LoopError(operation: "signal", code: EINVAL)) {
      _ = try Signal(number) {}
    }
  }
}
