import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

struct NewsTests {
  @Test func `what has changed lights up for two seconds, which a second change begins again`()
    async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await followTwoChanges()
    }
  }
}

@LoopActor
private func followTwoChanges() async {
  var changes = 0
  let news = News()
  news.changed = { changes += 1 }
  news.light("pros.1")
  await LoopClock.advance(by: .milliseconds(1500))
  news.light("pros.1")
  await LoopClock.advance(by: .milliseconds(1999))
  expect(news["pros.1"] != nil)
  expect(changes, equals: 2)
  await LoopClock.advance(by: .milliseconds(1))
  expect(news["pros.1"] == nil)
  expect(changes, equals: 3)
  news.changed = nil
}
