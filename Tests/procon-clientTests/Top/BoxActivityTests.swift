import BoxWire
import Testing

@testable import procon_client

struct BoxActivityTests {
  private func boxes(_ paths: [String], removed: [String] = [], merged: Int? = nil) -> BoxValues {
    BoxValues(
      revision: 1, values: paths.map { ($0, JSONText(1)) }, removed: removed, merged: merged)
  }

  @Test func `boxes are sorted by rate, then total, then path`() {
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

  @Test func `merged changes are shared among boxes and marked`() {
    var activity = BoxActivity()
    activity.count(boxes(["a"], merged: 7))
    activity.count(boxes(["b", "c"], merged: 9))
    activity.count(boxes(["d", "e", "f"], merged: 2))
    let rows = activity.rows(after: .seconds(1))
    #expect(rows.map(\.total) == [7, 4.5, 4.5, 1, 1, 1])
    #expect(rows.map(\.isEstimated) == [false, true, true, true, true, true])
  }

  @Test func `a removed box is shown once more`() {
    var activity = BoxActivity()
    activity.count(boxes(["a"], removed: ["b"]))
    #expect(activity.rows(after: .seconds(1)).map(\.path) == ["a", "b"])
    #expect(activity.rows(after: .seconds(1)).map(\.path) == ["a"])
  }
}
