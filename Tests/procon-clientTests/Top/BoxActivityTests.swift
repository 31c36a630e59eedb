import Expectations
import Testing

@testable import procon_client

struct BoxActivityTests {
  @Test func `boxes are sorted by rate, then total, then path`() {
    var activity = BoxActivity()
    activity.add([("a", 7), ("c", 1)])
    activity.add([("c", 2), ("b", 2), ("a", 8)])
    expect(activity.rows(after: .seconds(2)).map(\.path), equals: ["b", "a", "c"])
    activity.add([("c", 3)])
    let rows = activity.rows(after: .milliseconds(500))
    expect(rows.map(\.path), equals: ["c", "b", "a"])
    expect(rows.map(\.rate), equals: [2, 0, 0])
    expect(rows.map(\.total), equals: [2, 2, 1])
  }

  @Test func `changes before the first counts are not counted`() {
    var activity = BoxActivity()
    activity.add([("a", 1000)])
    expect(activity.rows(after: .seconds(1)).isEmpty)
    activity.add([("a", 1001), ("new", 3)])
    expect(activity.rows(after: .seconds(1)).map(\.total), equals: [3, 1])
  }

  @Test func `a removed box is shown one more time`() {
    var activity = BoxActivity()
    activity.add([])
    activity.add([("a", 1)], removed: [("b", 2)])
    expect(activity.rows(after: .seconds(1)).map(\.path), equals: ["b", "a"])
    activity.add([])
    expect(activity.rows(after: .seconds(1)).map(\.path), equals: ["a"])
  }

  @Test func `a box that is removed and created again keeps its count`() {
    var activity = BoxActivity()
    activity.add([], removed: [("a", 10)])
    activity.add([], removed: [("a", 12)])
    activity.add([("a", 13)])
    expect(activity.rows(after: .seconds(1)).map(\.rate), equals: [1])
    expect(activity.rows(after: .seconds(1)).map(\.total), equals: [3])
  }

  @Test func `a box that is created again counts from 0`() {
    var activity = BoxActivity()
    activity.add([("a", 9)])
    activity.add([("a", 2)])
    expect(activity.rows(after: .seconds(1)).map(\.total), equals: [2])
  }

  @Test func `the totals are kept when another daemon runs`() {
    var activity = BoxActivity()
    activity.add([])
    activity.add([("a", 5)])
    activity.restart()
    activity.add([("a", 3)])
    activity.add([("a", 4)])
    expect(activity.rows(after: .seconds(1)).map(\.total), equals: [6])
  }
}
