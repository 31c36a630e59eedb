import BoxClient
import Expectations
import Testing

struct BackoffTests {
  @Test func `pauses double up to the maximum`() {
    var backoff = Backoff(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    let halves = (0..<9).compactMap { _ in backoff.next() }
    expect(
      halves, equals: [25, 50, 100, 200, 400, 800, 1600, 2500, 2500].map { .milliseconds($0) })
  }

  @Test func `jitter is between half a pause and a whole one`() {
    var backoff = Backoff(first: .milliseconds(100), longest: .seconds(5), random: { 0.5 })
    expect(backoff.next(), equals: .milliseconds(75))
    var random = Backoff.lostDaemon
    for _ in 0..<1000 {
      random.reset()
      let pause = random.next()
      expect(pause.map { $0 >= .milliseconds(25) && $0 < .milliseconds(50) }, equals: true)
    }
  }

  @Test func `the pause is added to the one that the daemon asks for`() {
    var backoff = Backoff(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    expect(backoff.next(atLeast: .milliseconds(500)), equals: .milliseconds(525))
  }

  @Test func `after a reset, pauses start with the first one`() {
    var backoff = Backoff(first: .milliseconds(50), longest: .seconds(5), random: { 0 })
    _ = backoff.next()
    _ = backoff.next()
    backoff.reset()
    expect(backoff.next(), equals: .milliseconds(25))
  }

  @Test func `pauses end when their sum would exceed the total`() {
    var backoff = Backoff(
      first: .milliseconds(10), longest: .milliseconds(10), total: .milliseconds(15),
      random: { 0 })
    expect((0..<5).map { _ in backoff.next() != nil }, equals: [true, true, true, false, false])
    backoff.reset()
    expect(backoff.next() != nil)
  }
}
