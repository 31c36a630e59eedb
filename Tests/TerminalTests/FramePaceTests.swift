import Expectations
import Testing
import UVLoop

@testable import Terminal

struct FramePaceTests {
  @Test func `of 2,000 changes in a second, some thirty are drawn, and the last one`() {
    var pace = FramePace()
    let start = MonotonicTime.now
    var drawn: [Duration] = []
    var wake: Duration?
    for change in 0..<2000 {
      let time = Duration.microseconds(500 * change)
      if let due = wake, due <= time {
        wake = nil
        expect(pace.wait(at: start + due) == nil)
        drawn.append(due)
      }
      guard wake == nil else { continue }
      if let wait = pace.wait(at: start + time) { wake = time + wait } else { drawn.append(time) }
    }
    expect((31...33).contains(drawn.count))
    expect(drawn.first, equals: .zero)
    expect(wake != nil || drawn.last == .microseconds(500 * 1999))
  }

  @Test func `after a pause, two frames are drawn at once, and then one each 33 ms`() {
    var pace = FramePace()
    let start = MonotonicTime.now
    expect(pace.wait(at: start) == nil)
    expect(pace.wait(at: start + .milliseconds(2)) == nil)
    expect(pace.wait(at: start + .milliseconds(3)), equals: .milliseconds(30))
    expect(pace.wait(at: start + .milliseconds(33)) == nil)
    expect(pace.wait(at: start + .milliseconds(34)), equals: .milliseconds(32))
    let later = start + .seconds(1)
    expect(pace.wait(at: later) == nil)
    expect(pace.wait(at: later) == nil)
    expect(pace.wait(at: later), equals: FramePace.interval)
  }

  @Test func `a frame that changes nothing counts half`() {
    var pace = FramePace()
    let start = MonotonicTime.now
    expect(pace.wait(at: start) == nil)
    pace.countHalf()
    expect(pace.wait(at: start + .milliseconds(2)) == nil)
    expect(pace.wait(at: start + .milliseconds(3)), equals: .microseconds(13_500))
    // In the long run there are two in the time of one.
    let later = start + .seconds(1)
    for frame in 0..<100 {
      expect(pace.wait(at: later + FramePace.interval * frame / 2) == nil)
      pace.countHalf()
    }
  }
}
