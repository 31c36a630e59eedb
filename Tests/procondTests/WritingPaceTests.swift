import Expectations
import Testing
import UVLoop

@testable import procond

@Suite struct WritingPaceTests {
  private let now = MonotonicTime.now

  @Test func `a change is written within a second`() {
    expect(WritingPace().delay(at: now, hasFailed: false), equals: .milliseconds(900))
  }

  @Test(arguments: [
    // Milliseconds: the duration of the last write, the time since then, and the delay to the next
    // one.
    (1, 0, 900), (40, 0, 900), (60, 0, 1140), (1000, 0, 19_000), (1000, 10_000, 9_000),
    (1000, 60_000, 900),
  ])
  func `a twentieth of the time is spent writing`(took: Int, passed: Int, delay: Int) {
    var pace = WritingPace()
    pace.record(from: now + .milliseconds(-took), to: now)
    expect(
      pace.delay(at: now + .milliseconds(passed), hasFailed: false), equals: .milliseconds(delay))
    // As a share of the time from the start of one write to the start of the next.
    expect(took * 20 <= took + passed + delay)
  }

  @Test func `a failed write is repeated after five seconds or later`() {
    var pace = WritingPace()
    pace.record(from: now, to: now)
    expect(pace.delay(at: now, hasFailed: true), equals: .seconds(5))
    pace.record(from: now + .seconds(-1), to: now)
    expect(pace.delay(at: now, hasFailed: true), equals: .seconds(19))
  }
}
