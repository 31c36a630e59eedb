import Expectations
import SystemTestSupport
import Testing
import UVLoop

@testable import AccountsPlatform

extension HeldHashTests {
  @Suite struct HashQueueTests {
    private let started = Journal<Int>()
    private let ended = Journal<Int>()
    private let cancelled = Journal<Int>()
    private let held = HeldWork()

    /// Starts work that ends when `held` is released, and returns when it runs or waits.
    @LoopActor
    private func start(
      _ numbers: ClosedRange<Int>, in queue: HashQueue
    ) async -> [Task<Void, Never>] {
      let tasks = numbers.map { number in
        LoopActor.task { [started, ended, cancelled, held] in
          do throws(HashQueue.Failure) {
            try await queue.run {
              started.note(number)
              held.wait()
            }
            ended.note(number)
          } catch {
            cancelled.note(number)
          }
        }
      }
      await untilTasksHaveStarted()
      return tasks
    }

    @LoopActor
    @Test func `two run at once, and the others in order of arrival`() async throws {
      let queue = HashQueue()
      _ = await start(1...6, in: queue)
      expect(queue.count, equals: 4)
      try await started.wait(count: 2)
      expect(started.events.sorted(), equals: [1, 2])
      held.release(1)
      try await started.wait(count: 3)
      expect(queue.count, equals: 3)
      expect(started.events.last, equals: 3)
      held.release(5)
      try await ended.wait(count: 6)
      expect(started.events[3...].sorted(), equals: [4, 5, 6])
      expect(queue.count, equals: 0)
    }

    @LoopActor
    @Test func `more than 64 do not wait, and there is room again later`() async throws {
      let queue = HashQueue()
      _ = await start(1...66, in: queue)
      expect(queue.count, equals: 64)
      await #expect(throws: HashQueue.Failure.full) { try await queue.run {} }
      held.release(66)
      try await ended.wait(count: 66)
      try await queue.run {}
    }

    @LoopActor
    @Test func `work that must not fail waits however many do, even if it is cancelled`()
      async throws
    {
      let queue = HashQueue()
      _ = await start(1...66, in: queue)
      let unfailing = LoopActor.task { [ended] in
        await queue.runAlways {}
        ended.note(67)
      }
      await untilTasksHaveStarted()
      unfailing.cancel()
      await untilTasksHaveStarted()
      expect(queue.count, equals: 65)
      held.release(66)
      try await ended.wait { $0.contains(67) }
    }

    @LoopActor
    @Test func `a cancelled task leaves the queue, and its work is not run`() async throws {
      let queue = HashQueue()
      let tasks = await start(1...4, in: queue)
      tasks[2].cancel()
      try await cancelled.wait(count: 1)
      expect(queue.count, equals: 1)
      held.release(3)
      try await ended.wait(count: 3)
      expect(started.events.sorted(), equals: [1, 2, 4])
      expect(cancelled.events, equals: [3])
    }

    @LoopActor
    @Test func `a task that was cancelled before does not stay in the queue`() async throws {
      let queue = HashQueue()
      _ = await start(1...2, in: queue)
      let task = LoopActor.task { [cancelled] in
        expect(Task.isCancelled)
        await #expect(throws: HashQueue.Failure.cancelled) { try await queue.run {} }
        cancelled.note(3)
      }
      task.cancel()
      try await cancelled.wait(count: 1)
      expect(queue.count, equals: 0)
      held.release(2)
      try await ended.wait(count: 2)
    }
  }
}
