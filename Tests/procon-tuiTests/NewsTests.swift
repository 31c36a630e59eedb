import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

@Suite(.enabled(if: LoopThread.isRunning)) struct NewsTests {
  /// Timers of one loop fire in the order of their due times, however busy the machine is.
  @LoopActor
  @Test func `what has changed lights up for two seconds`() async throws {
    let journal = Journal<String>()
    let news = News()
    let early = Timer(after: .milliseconds(1950)) { journal.note("1.95 s") }
    news.changed = { journal.note(news["pros.1"] == nil ? "faded" : "lit up") }
    news.light("pros.1")
    let late = Timer(after: .milliseconds(2100)) { journal.note("2.1 s") }
    #expect(try await journal.wait(count: 4) == ["lit up", "1.95 s", "faded", "2.1 s"])
    withExtendedLifetime((early, late)) { news.changed = nil }
  }

  @LoopActor
  @Test func `a second change begins the two seconds again`() async throws {
    let journal = Journal<String>()
    let news = News()
    news.light("pros.1")
    let first = Timer(after: .milliseconds(1500)) {
      news.light("pros.1")
      news.changed = { journal.note("faded") }
    }
    let second = Timer(after: .milliseconds(2500)) {
      journal.note(news["pros.1"] == nil ? "nothing" : "still lit up")
    }
    #expect(try await journal.wait(count: 2) == ["still lit up", "faded"])
    withExtendedLifetime((first, second)) { news.changed = nil }
  }
}
