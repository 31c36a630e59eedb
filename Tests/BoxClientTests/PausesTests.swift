import BoxClient
import Testing

struct PausesTests {
  @Test func `pauses double up to the longest`() {
    var pauses = Pauses(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    let halves = (0..<9).compactMap { _ in pauses.next() }
    #expect(halves == [25, 50, 100, 200, 400, 800, 1600, 2500, 2500].map { .milliseconds($0) })
  }

  @Test func `jitter lies between half a pause and a whole one`() {
    var pauses = Pauses(first: .milliseconds(100), longest: .seconds(5), random: { 0.5 })
    #expect(pauses.next() == .milliseconds(75))
    var random = Pauses.lostDaemon
    for _ in 0..<1000 {
      random.reset()
      let pause = random.next()
      #expect(pause.map { $0 >= .milliseconds(25) && $0 < .milliseconds(50) } == true)
    }
  }

  @Test func `what the daemon asks for is the least, and the pause comes on top`() {
    var pauses = Pauses(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    #expect(pauses.next(atLeast: .milliseconds(500)) == .milliseconds(525))
  }

  @Test func `a reset begins anew`() {
    var pauses = Pauses(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    _ = pauses.next()
    _ = pauses.next()
    pauses.reset()
    #expect(pauses.next() == .milliseconds(25))
  }

  @Test func `there are no more once they are as long as they may be together`() {
    var pauses = Pauses(
      first: .milliseconds(10), longest: .milliseconds(10), total: .milliseconds(15),
      random: { 0 })
    #expect((0..<5).map { _ in pauses.next() != nil } == [true, true, true, false, false])
    pauses.reset()
    #expect(pauses.next() != nil)
  }
}
