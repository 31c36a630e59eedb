import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct LoopHookTests {
  @LoopActor
  @Test func `a hook runs after pending jobs`() async throws {
    let journal = Journal<String>()
    var hook: LoopHook?
    Task { @LoopActor in
      hook = LoopActor.beforeSleep { journal.note("hook") }
      journal.note("first job")
    }
    Task { @LoopActor in journal.note("second job") }
    let events = try await journal.wait(count: 3)
    expect(events.prefix(3), equals: ["first job", "second job", "hook"])
    withExtendedLifetime(hook) {}
    hook = nil
  }

  @LoopActor
  @Test func `a hook runs after timer callbacks`() async throws {
    let journal = Journal<String>()
    let hook = LoopActor.beforeSleep { journal.note("hook") }
    let timer = Timer(after: .zero) { journal.note("timer") }
    try await journal.wait { events in
      guard let timer = events.firstIndex(of: "timer") else { return false }
      return events[timer...].contains("hook")
    }
    withExtendedLifetime((hook, timer)) {}
  }

  @LoopActor
  @Test func `hooks run in the order in which they were added`() async throws {
    let journal = Journal<Int>()
    let hooks = (0..<3).map { number in LoopActor.beforeSleep { journal.note(number) } }
    let events = try await journal.wait(count: 6)
    expect(events.prefix(6), equals: [0, 1, 2, 0, 1, 2])
    withExtendedLifetime(hooks) {}
  }

  @LoopActor
  @Test func `a released hook no longer runs`() async throws {
    let journal = Journal<String>()
    var hook: LoopHook? = LoopActor.beforeSleep { journal.note("hook") }
    try await journal.wait(count: 1)
    withExtendedLifetime(hook) {}
    hook = nil
    let count = journal.events.count
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: count)
  }

  @LoopActor
  @Test func `a job enqueued by a hook runs without any other event`() async throws {
    let journal = Journal<Int>()
    var rounds = 0
    let hook = LoopActor.beforeSleep {
      rounds += 1
      let round = rounds
      if round <= 100 { Task { @LoopActor in journal.note(round) } }
    }
    expect(try await journal.wait(count: 100), equals: Array(1...100))
    withExtendedLifetime(hook) {}
  }
}

/// Returns after the loop has slept and served its timers.
@LoopActor
func nextTurn() async {
  var timer: Timer?
  await withCheckedContinuation { continuation in
    timer = Timer(after: .milliseconds(1)) { continuation.resume() }
  }
  timer?.cancel()
}
