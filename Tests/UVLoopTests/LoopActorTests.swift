import Expectations
import Glibc
import Synchronization
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct LoopActorTests {
  @Test func `all jobs run on one thread`() async {
    let threads = await withTaskGroup(of: pthread_t.self) { group in
      for _ in 0..<100 { group.addTask { @LoopActor in pthread_self() } }
      return await group.reduce(into: Set<pthread_t>()) { $0.insert($1) }
    }
    expect(threads.count, equals: 1)
  }

  @LoopActor
  @Test func `jobs run in the order in which they were enqueued`() async throws {
    let journal = Journal<Int>()
    for number in 0..<1000 {
      Task { @LoopActor in journal.note(number) }
    }
    expect(journal.events.isEmpty)
    try await journal.wait(count: 1000)
    expect(journal.events, equals: Array(0..<1000))
  }

  @Test func `jobs from several threads run in each thread's order`() async throws {
    let journal = Journal<[Int]>()
    for thread in 0..<4 {
      Task {
        try await onOwnThread {
          for number in 0..<2000 { Task { @LoopActor in journal.note([thread, number]) } }
        }
      }
    }
    let events = try await journal.wait(count: 8000)
    for thread in 0..<4 {
      expect(events.filter { $0[0] == thread }.map { $0[1] }, equals: Array(0..<2000))
    }
  }

  @Test func `a job from another thread wakes the loop every time`() async throws {
    for number in 0..<500 {
      let answer = try await onOwnThread { number }
      expect(await Task { @LoopActor in answer }.value, equals: number)
    }
  }

  @LoopActor
  @Test func `jobs that enqueue jobs do not delay timers`() async throws {
    let journal = Journal<Bool>()
    let spinner = Task { @LoopActor in
      while !Task.isCancelled { await Task.yield() }
    }
    let timer = Timer(after: .milliseconds(1)) { journal.note(true) }
    try await journal.wait(count: 1)
    spinner.cancel()
    timer.cancel()
  }

  @LoopActor
  @Test func `an immediate task starts at once inside a loop callback`() async throws {
    let journal = Journal<String>()
    let timer = Timer(after: .zero) {
      journal.note("callback")
      _ = LoopActor.immediateTask {
        journal.note("task")
        await Task.yield()
        journal.note("rest of the task")
      }
      journal.note("end of callback")
    }
    let events = try await journal.wait(count: 4)
    expect(events, equals: ["callback", "task", "end of callback", "rest of the task"])
    timer.cancel()
  }

  @LoopActor
  @Test func `a task can start another one at once and cancel it`() async {
    var events: [String] = []
    var waiting: CheckedContinuation<Void, Never>?
    let inner = LoopActor.immediateTask {
      events.append("inner")
      await withCheckedContinuation { waiting = $0 }
      events.append(Task.isCancelled ? "inner is cancelled" : "inner continues")
    }
    inner.cancel()
    events.append(Task.isCancelled ? "outer is cancelled" : "outer continues")
    waiting?.resume()
    await inner.value
    expect(events, equals: ["inner", "outer continues", "inner is cancelled"])
  }

  @LoopActor
  @Test func `the loop's thread can assume its isolation`() async {
    expect(LoopActor.assumeIsolated { 7 }, equals: 7)
    LoopActor.shared.assertIsolated()
  }

  @Test func `another thread cannot assume the loop's isolation`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = LoopThread.isRunning
      await Task { @LoopActor in }.value
      LoopActor.assumeIsolated {}
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(said.contains("this is not the loop's thread"))
  }

  @Test func `a second thread cannot run the loop`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = LoopThread.isRunning
      await Task { @LoopActor in }.value
      LoopActor.serve {}
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(said.contains("the loop has a thread already"))
  }

  @Test func `serve returns after stop, and runs earlier jobs first`() async {
    await #expect(processExitsWith: .success) {
      let journal = Journal<String>()
      Task { @LoopActor in journal.note("job") }
      try await onOwnThread {
        LoopActor.serve {
          journal.note("start")
          Task { @LoopActor in LoopActor.stop() }
        }
      }
      expect(journal.events, equals: ["start", "job"])
    }
  }

  @Test func `serve throws the error of its start closure`() async {
    await #expect(processExitsWith: .success) {
      let failure = LoopError(operation: "start", code: EPERM)
      await #expect(throws: failure) {
        try await onOwnThread { try LoopActor.serve { throw failure } }
      }
    }
  }

  @Test func `run returns when its body does, and throws the body's error`() async {
    await #expect(processExitsWith: .success) {
      let failure = LoopError(operation: "body", code: EPERM)
      let journal = Journal<String>()
      await #expect(throws: failure) {
        try await onOwnThread {
          try LoopActor.run {
            await Task.yield()
            LoopActor.assumeIsolated { journal.note("body") }
            throw failure
          }
        }
      }
      expect(journal.events, equals: ["body"])
    }
  }
}
