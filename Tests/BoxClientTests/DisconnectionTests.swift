import BoxClient
import BoxWire
import Expectations
import Testing

struct DisconnectionTests {
  @Test func `only a goodbye is intended`() {
    expect(Disconnection.bye(Bye(.shutdown)).isIntended)
    expect(!Disconnection.ended.isIntended)
    expect(!Disconnection.lineTooLong.isIntended)
  }

  @Test func `a goodbye can be caused by a limit`() {
    expect(Disconnection.bye(Bye(.limit)).isLimit)
    expect(!Disconnection.bye(Bye(.shutdown)).isLimit)
    expect(!Disconnection.ended.isLimit)
  }

  @Test func `a long reason of a goodbye is truncated`() throws {
    let reason = String(repeating: "x", count: 1000)
    let bye = try require(Bye(JSONText(members: [("reason", JSONText(reason))])))
    expect(
      Disconnection.bye(bye).description, equals: "the daemon said goodbye (\(reason.prefix(100))…)"
    )
  }

  @Test func `a goodbye can ask for a pause`() {
    expect(
      Disconnection.bye(Bye(.shutdown, retryAfter: .milliseconds(500))).retryAfter,
      equals: .milliseconds(500))
    expect(Disconnection.bye(Bye(.limit)).retryAfter, equals: .zero)
    expect(Disconnection.bye(Bye(.slow, retryAfter: .milliseconds(-1))).retryAfter, equals: .zero)
    expect(
      Disconnection.bye(Bye(.limit, retryAfter: .milliseconds(1 << 53))).retryAfter,
      equals: .seconds(60))
    expect(Disconnection.ended.retryAfter, equals: .zero)
  }
}
