import Expectations
import Synchronization
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10))) struct SerialWorkTests {
  /// Records what pieces of work do, on any thread.
  private final class Record: Sendable {
    let order = Mutex<[Int]>([])
    let running = Atomic(0)
    let most = Atomic(0)

    func add(_ number: Int) {
      most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      order.withLock { $0.append(number) }
      running.subtract(1, ordering: .relaxed)
    }
  }

  @LoopActor
  @Test func `pieces of work run one at a time, in the order of the requests`()
    async
  {
    let (work, record) = (SerialWork(), Record())
    let tasks = (0..<100).map { number in
      LoopActor.task { await work.run { record.add(number) } }
    }
    for task in tasks { await task.value }
    expect(record.order.withLock { $0 }, equals: Array(0..<100))
    expect(record.most.load(ordering: .relaxed), equals: 1)
  }

  @LoopActor
  @Test func `run returns on the loop, and works again after a pause`() async {
    let work = SerialWork()
    expect(await work.run { 7 }, equals: 7)
    LoopActor.preconditionIsolated()
    expect(await work.run { 8 }, equals: 8)
  }
}
