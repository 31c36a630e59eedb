import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// A clock that a test drives, in a process of its own.
struct LoopClockTests {
  @Test func `time passes only when the test says so`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      let start = MonotonicTime.now
      await LoopClock.advance(by: .milliseconds(1500))
      expect(start.duration(to: .now), equals: .milliseconds(1500))
    }
  }

  @Test func `timers fire at their times and in their order, and each is what the clock shows`()
    async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await fireInOrder()
    }
  }

  @Test func `a timer that is cancelled or released does not fire`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await cancelSome()
    }
  }

  @Test func `what a timer starts happens before a later timer fires`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await startMore()
    }
  }
}

@LoopActor
private func fireInOrder() async {
  let (journal, start) = (Journal<String>(), MonotonicTime.now)
  func note(_ name: String) { journal.note("\(name) \(start.duration(to: .now))") }
  let timers = [
    Timer(after: .milliseconds(30)) { note("once") },
    Timer(after: .milliseconds(10), every: .milliseconds(10)) { note("often") },
    Timer(after: .milliseconds(30)) { note("last") },
    Timer(after: .seconds(-1)) { note("soon") },
  ]
  expect(journal.events.isEmpty)
  await LoopClock.advance(by: .zero)
  expect(journal.events, equals: ["soon 0.0 seconds"])
  await LoopClock.advance(by: .microseconds(9_999))
  expect(journal.events.count, equals: 1)
  await LoopClock.advance(by: .microseconds(20_001))
  let expected = ["often 0.01", "often 0.02", "once 0.03", "last 0.03", "often 0.03"]
  expect(journal.events.dropFirst(), equals: expected.map { "\($0) seconds" }[...])
  withExtendedLifetime(timers) {}
}

@LoopActor
private func cancelSome() async {
  let journal = Journal<String>()
  let second = Holder<Timer>()
  let first = Timer(after: .milliseconds(1)) { second.held?.cancel() }
  second.held = Timer(after: .milliseconds(1)) { journal.note("cancelled") }
  let third = Holder<Timer>()
  third.held = Timer(after: .milliseconds(2)) { journal.note("released") }
  third.held = nil
  let fourth = Holder<Timer>()
  fourth.held = Timer(after: .zero, every: .milliseconds(1)) {
    journal.note("once")
    fourth.held = nil
  }
  await LoopClock.advance(by: .seconds(1))
  expect(journal.events, equals: ["once"])
  first.cancel()
}

@LoopActor
private func startMore() async {
  let journal = Journal<String>()
  let next = Holder<Timer>()
  let timers = [
    Timer(after: .milliseconds(1)) {
      LoopActor.task {
        for _ in 1...20 { await Task.yield() }
        next.held = Timer(after: .milliseconds(1)) { journal.note("started later") }
      }
    },
    Timer(after: .milliseconds(3)) { journal.note("last") },
  ]
  await LoopClock.advance(by: .milliseconds(3))
  expect(journal.events, equals: ["started later", "last"])
  withExtendedLifetime(timers) {}
}
