import BoxWire
import Testing

@testable import procon_client

struct BoxActivityTests {
  private func boxes(_ paths: [String], removed: [String] = [], merged: Int? = nil) -> Boxes {
    Boxes(
      revision: 1, values: paths.map { ($0, JSONText(1)) }, removed: removed, merged: merged)
  }

  @Test func `the busiest is first, then whoever changed most, then by path`() {
    var activity = BoxActivity()
    activity.count(boxes(["a", "b", "c"]))
    activity.count(boxes(["b"]))
    #expect(activity.rows(after: .seconds(2)).map(\.path) == ["b", "a", "c"])
    activity.count(boxes(["c"]))
    let rows = activity.rows(after: .milliseconds(500))
    #expect(rows.map(\.path) == ["c", "b", "a"])
    #expect(rows.map(\.rate) == [2, 0, 0])
    #expect(rows.map(\.total) == [2, 2, 1])
  }

  @Test func `a line that stands for several is shared out and marked`() {
    var activity = BoxActivity()
    activity.count(boxes(["a"], merged: 7))
    activity.count(boxes(["b", "c"], merged: 9))
    activity.count(boxes(["d", "e", "f"], merged: 2))
    let rows = activity.rows(after: .seconds(1))
    #expect(rows.map(\.total) == [7, 4.5, 4.5, 1, 1, 1])
    #expect(rows.map(\.isEstimated) == [false, true, true, true, true, true])
  }

  @Test func `a box that is gone is shown once more and forgotten`() {
    var activity = BoxActivity()
    activity.count(boxes(["a"], removed: ["b"]))
    #expect(activity.rows(after: .seconds(1)).map(\.path) == ["a", "b"])
    #expect(activity.rows(after: .seconds(1)).map(\.path) == ["a"])
  }
}
