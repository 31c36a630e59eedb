import Domain
import Expectations
import Testing

struct BalanceTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private let later = Timestamp(millisecondsSince1970: 2000)

  private func overview(
    pros: Int, cons: Int, updated: (pros: Timestamp?, cons: Timestamp?) = (nil, nil)
  ) -> TopicOverview {
    TopicOverview(
      topic: Topic(id: "a", title: "A", created: start, updated: start, updatedBy: "ada"),
      pros: SideFigures(count: pros, weight: pros, updated: updated.pros, updatedBy: "bob"),
      cons: SideFigures(count: cons, weight: cons, updated: updated.cons))
  }

  @Test(arguments: [
    (0, 0, nil, nil), (1, 0, Side.pro, 100), (0, 3, .con, 0), (2, 2, nil, 50), (3, 5, .con, 38),
  ])
  func `the weights give score, leaning and percentage`(
    pros: Int, cons: Int, leaning: Side?, percentage: Int?
  ) throws {
    let balance = try require(Balance(overview(pros: pros, cons: cons)))
    expect(balance.score, equals: pros - cons)
    expect(balance.leaning, equals: leaning)
    expect(balance.prosPercentage, equals: percentage)
  }

  @Test(arguments: Side.allCases)
  func `there is no balance while a side is not known`(side: Side) {
    var overview = overview(pros: 1, cons: 1)
    overview[side] = nil
    expect(Balance(overview)?.score == nil)
  }

  @Test func `the last change is the newest of the topic and both sides, with its author`() {
    expect(overview(pros: 1, cons: 1).lastChange == (start, "ada"))
    expect(overview(pros: 1, cons: 1, updated: (later, start)).lastChange == (later, "bob"))
    expect(overview(pros: 1, cons: 1, updated: (nil, later)).lastChange == (later, nil))
    expect(overview(pros: 1, cons: 1, updated: (start, start)).lastChange == (start, "ada"))
  }
}
