import Expectations
import Testing

@testable import procon_tui

struct ComparisonTests {
  private typealias State = Comparison<Int>.State

  private let first: State = [("a", 1), ("b", 2), ("c", 3)]
  private var comparison = Comparison<Int>()

  init() {
    _ = comparison.difference(to: first)
  }

  @Test func `the first state is compared with nothing`() {
    var comparison = Comparison<Int>()
    expect(comparison.difference(to: first).isEmpty)
    comparison.forget()
    expect(comparison.difference(to: [("z", 1)]).isEmpty)
  }

  @Test mutating func `what is added, changed and removed differs`() {
    let difference = comparison.difference(to: [("b", 9), ("c", 3), ("d", 4)])
    expect(difference, equals: .init(changed: ["b", "d"], removed: ["a"]))
    expect(comparison.difference(to: [("b", 9), ("c", 3), ("d", 4)]).isEmpty)
  }

  @Test mutating func `another order differs, also with additions`() {
    expect(comparison.difference(to: [("b", 2), ("a", 1), ("c", 3)]).isReordered)
    let added = comparison.difference(to: [("b", 2), ("d", 4), ("a", 1), ("c", 3)])
    expect(added, equals: .init(changed: ["d"]))
  }

  @Test mutating func `the user's own changes are left out, once`() {
    comparison.ignore("a")
    expect(comparison.difference(to: [("b", 2), ("c", 3), ("a", 9)]).isEmpty)
    expect(comparison.difference(to: [("b", 2), ("c", 3), ("a", 1)]).changed, equals: ["a"])
    comparison.ignoreAll()
    expect(comparison.difference(to: []).isEmpty)
  }
}
