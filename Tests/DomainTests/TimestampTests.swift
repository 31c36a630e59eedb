import Domain
import Testing

struct TimestampTests {
  @Test func `moments are ordered as they passed, also before 1970`() {
    let moments = [3, -2, 0, -1].map { Timestamp(millisecondsSince1970: $0) }
    #expect(moments.sorted().map(\.millisecondsSince1970) == [-2, -1, 0, 3])
  }
}
