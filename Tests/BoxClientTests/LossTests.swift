import BoxClient
import BoxWire
import Testing

struct LossTests {
  @Test func `only a goodbye is intended`() {
    #expect(Loss.bye(Bye(.shutdown)).isIntended)
    #expect(!Loss.ended.isIntended)
    #expect(!Loss.lineTooLong.isIntended)
  }

  @Test func `a goodbye may be for a limit`() {
    #expect(Loss.bye(Bye(.limit)).isLimit)
    #expect(!Loss.bye(Bye(.shutdown)).isLimit)
    #expect(!Loss.ended.isLimit)
  }

  @Test func `a goodbye may ask for a pause`() {
    #expect(Loss.bye(Bye(.shutdown, retryAfter: 500)).retryAfter == .milliseconds(500))
    #expect(Loss.bye(Bye(.limit)).retryAfter == .zero)
    #expect(Loss.bye(Bye(.slow, retryAfter: -1)).retryAfter == .zero)
    #expect(Loss.bye(Bye(.limit, retryAfter: 1 << 53)).retryAfter == .seconds(60))
    #expect(Loss.ended.retryAfter == .zero)
  }
}
