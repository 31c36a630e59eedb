import Testing

@testable import procon_bench

@Suite struct StatisticsTests {
  @Test func `the median is the middle number, or the mean of two`() {
    #expect(Statistics.median([]) == nil)
    #expect(Statistics.median([4]) == 4)
    #expect(Statistics.median([9, 1, 5]) == 5)
    #expect(Statistics.median([9, 1, 5, 6]) == 5.5)
  }

  @Test func `a percentile is the smallest number that this share does not exceed`() {
    let hundred = Array((1...100).reversed())
    #expect(Statistics.percentile(50, of: hundred) == 50)
    #expect(Statistics.percentile(99, of: hundred) == 99)
    #expect(Statistics.percentile(100, of: hundred) == 100)
    #expect(Statistics.percentile(99, of: [3, 1, 2]) == 3)
    #expect(Statistics.percentile(50, of: [7]) == 7)
    #expect(Statistics.percentile(99, of: []) == nil)
  }

  @Test func `a ratio is the median of the runs' ratios, not the ratio of medians`() {
    #expect(Statistics.ratio([1, 10, 100], to: [1, 20, 50]) == 1)
    #expect(Statistics.ratio([1, 4, 9], to: [2, 2, 2]) == 2)
  }

  @Test func `runs without a number are left out of a ratio`() {
    #expect(Statistics.ratio([nil, 6, 8], to: [1, 3, nil]) == 2)
    #expect(Statistics.ratio([1], to: [0]) == nil)
    #expect(Statistics.ratio([nil], to: [nil]) == nil)
  }

  @Test func `an outcome is converted to figures per second, change and delivery`() {
    let outcome = Outcome(
      changes: 100, deliveries: 1000, time: 500_000_000, acceptingTime: 250_000_000,
      processorTime: 2_000_000, durations: [1000, 3000, 2000])
    #expect(
      Sample(outcome) == [
        .deliveriesPerSecond: 2000, .processorMicroseconds: 2, .changesPerSecond: 400,
        .changeMicroseconds: 20, .p50Microseconds: 2, .p99Microseconds: 3,
      ])
  }

  @Test func `a goal is met up to its limit, and undecided if it was not measured`() {
    #expect(Goal(title: "", limit: .atMost(1), value: 1).holds == true)
    #expect(Goal(title: "", limit: .atMost(1), value: 1.01).holds == false)
    #expect(Goal(title: "", limit: .atLeast(1), value: 1).holds == true)
    #expect(Goal(title: "", limit: .atLeast(1), value: 0.99).holds == false)
    #expect(Goal(title: "", limit: .atLeast(1), value: nil).holds == nil)
  }
}
