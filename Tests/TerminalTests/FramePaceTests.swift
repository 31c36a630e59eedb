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
        #expect(pace.wait(at: start + due) == nil)
        drawn.append(due)
      }
      guard wake == nil else { continue }
      if let wait = pace.wait(at: start + time) { wake = time + wait } else { drawn.append(time) }
    }
    #expect((30...32).contains(drawn.count))
    #expect(drawn.first == .zero)
    #expect(wake != nil || drawn.last == .microseconds(500 * 1999))
  }

  @Test func `after a pause, a frame is drawn at once`() {
    var pace = FramePace()
    let start = MonotonicTime.now
    #expect(pace.wait(at: start) == nil)
    #expect(pace.wait(at: start + .milliseconds(30)) == .milliseconds(3))
    #expect(pace.wait(at: start + .seconds(1)) == nil)
  }
}
