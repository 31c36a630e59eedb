import Domain
import Expectations
import Testing

struct TimestampTests {
  @Test func `timestamps are ordered, also before 1970`() {
    let moments = [3, -2, 0, -1].map { Timestamp(millisecondsSince1970: $0) }
    expect(moments.sorted().map(\.millisecondsSince1970), equals: [-2, -1, 0, 3])
  }

  @Test(arguments: [(5, nil, 5), (5, 4, 5), (5, 5, 6), (5, 9, 10), (-1, -1, 0)])
  func `a timestamp after another one is at least 1 ms later`(
    now: Int64, earlier: Int64?, moment: Int64
  ) {
    let earlier = earlier.map { Timestamp(millisecondsSince1970: $0) }
    expect(
      Timestamp(millisecondsSince1970: now).after(earlier).millisecondsSince1970, equals: moment)
  }
}
