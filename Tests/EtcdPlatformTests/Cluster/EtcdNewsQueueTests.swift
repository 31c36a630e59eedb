import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(1)))
struct EtcdNewsQueueTests {
  /// Adds and ends it at each number of turns of the loop, beside a reader whose task does not prefer
  /// the loop, and which is therefore suspended at its calls.
  @LoopActor
  @Test func `a reader gets what is added while it begins to wait, and the end`() async {
    for turns in 0..<200 {
      let queue = EtcdNewsQueue()
      let writer = LoopActor.task {
        for _ in 0..<turns % 20 { await Task.yield() }
        queue.add(.resumed)
        for _ in 0..<turns / 20 { await Task.yield() }
        await queue.waitUntilTaken()
        queue.end()
      }
      var news: [EtcdNews] = []
      while let next = await queue.next() { news.append(next) }
      expect(news, equals: [.resumed])
      await writer.value
    }
  }
}
