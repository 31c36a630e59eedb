import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct TimerTests {
  @LoopActor
  @Test func `a timer fires once`() async throws {
    let journal = Journal<Bool>()
    let timer = Timer(after: .milliseconds(2)) { journal.note(true) }
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: 1)
    timer.cancel()
  }

  @LoopActor
  @Test func `a timer never fires early`() async throws {
    let journal = Journal<Duration>()
    let clock = ContinuousClock()
    var timers: [Timer] = []
    for round in 0..<200 {
      let due = Duration.microseconds(500 * (1 + round % 10))
      let start = clock.now
      timers.append(Timer(after: due) { journal.note(clock.now - start - due) })
      if round % 7 == 0 { await nextTurn() }
    }
    let lateness = try await journal.wait(count: 200)
    expect(lateness.allSatisfy { $0 >= .zero }, "\(lateness.min()!)")
  }

  @LoopActor
  @Test func `a zero or negative delay means soon, but not at once`() async throws {
    let journal = Journal<Int>()
    let timers = [Duration.zero, .seconds(-1)].map { delay in
      Timer(after: delay) { journal.note(1) }
    }
    expect(journal.events.isEmpty)
    try await journal.wait(count: 2)
    withExtendedLifetime(timers) {}
  }

  @LoopActor
  @Test func `timers fire in the order of their due times`() async throws {
    let journal = Journal<Int>()
    let timers = [30, 10, 20].map { due in
      Timer(after: .milliseconds(due)) { journal.note(due) }
    }
    expect(try await journal.wait(count: 3), equals: [10, 20, 30])
    withExtendedLifetime(timers) {}
  }

  @LoopActor
  @Test func `a repeating timer fires until it is cancelled`() async throws {
    let journal = Journal<Int>()
    let timer = Timer(after: .zero, every: .milliseconds(1)) { journal.note(1) }
    try await journal.wait(count: 5)
    timer.cancel()
    let count = journal.events.count
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: count)
    timer.cancel()
  }

  @LoopActor
  @Test func `a timer can be cancelled inside its own callback`() async throws {
    let journal = Journal<Int>()
    var timer: Timer?
    timer = Timer(after: .zero, every: .milliseconds(1)) {
      journal.note(1)
      timer?.cancel()
      timer?.cancel()
    }
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: 1)
    timer = nil
  }

  @LoopActor
  @Test func `a timer can be released inside its own callback`() async throws {
    let journal = Journal<Int>()
    let holder = Holder<Timer>()
    holder.held = Timer(after: .zero, every: .milliseconds(1)) {
      holder.held = nil
      journal.note(1)
    }
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: 1)
  }

  @LoopActor
  @Test func `a timer cancelled by another one due at the same time does not fire`()
    async throws
  {
    let journal = Journal<String>()
    let second = Holder<Timer>()
    let first = Timer(after: .milliseconds(1)) {
      second.held?.cancel()
      journal.note("first")
    }
    second.held = Timer(after: .milliseconds(1)) { journal.note("second") }
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events, equals: ["first"])
    first.cancel()
  }

  @LoopActor
  @Test func `a released timer does not fire`() async throws {
    let journal = Journal<Int>()
    let holder = Holder<Timer>()
    holder.held = Timer(after: .milliseconds(1)) { journal.note(1) }
    holder.held = nil
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.isEmpty)
  }

  @Test func `releasing a timer on another thread while it fires is safe`() async throws {
    for _ in 0..<300 {
      let fired = Journal<Bool>()
      var timer: Timer? = await Timer(after: .zero, every: .milliseconds(1)) { fired.note(true) }
      try await fired.wait(count: 1)
      withExtendedLifetime(timer) {}
      timer = nil
    }
    await nextTurn()
  }
}

/// Keeps a strong reference until it is set to nil.
@LoopActor
final class Holder<Held> {
  var held: Held?

  nonisolated init() {}
}
