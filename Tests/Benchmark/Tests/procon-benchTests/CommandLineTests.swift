import Testing

@testable import procon_bench

@Suite struct CommandLineTests {
  private func plan(_ words: String...) throws -> Plan {
    let command = try #require(
      try ProconBench.command(from: words + ["--peers", "floor"]) as? ProconBench)
    return try command.plan(on: []).0
  }

  @Test func `everything is measured by default`() throws {
    let plan = try plan()
    #expect(plan.runs == 5 && !plan.isQuick)
    #expect(Set(plan.rows.map(\.subscribers)) == [1, 10, 100, 1000, 10_000])
    #expect(Set(plan.rows.map(\.size)) == [16, 128, 4096])
    #expect(Set(plan.rows.map(\.window)) == [1, 256])
    #expect(plan.rows.count == 30)
    for measurement in [
      Measurement.idle(subscribers: 1000), .idle(subscribers: 10_000), Plan.smallGrowth,
      Plan.moreBoxes, Plan.moreOthers, .fullSpeed(Plan.fullSpeed),
    ] {
      #expect(plan.measurements.contains(measurement), "\(measurement)")
    }
  }

  @Test func `quick measures only what has a goal`() throws {
    let plan = try plan("--quick")
    #expect(plan.isQuick && plan.runs == 3)
    #expect(plan.rows.count == 8 && plan.rows.allSatisfy { $0.size == 128 })
    #expect(plan.measurements.contains(.idle(subscribers: 10_000)))
  }

  @Test func `rows can be selected`() throws {
    let plan = try plan(
      "--subscribers", "3,2000", "--sizes", "12", "--windows", "2", "--parts", "rows,idle",
      "--runs", "1", "--time", "5")
    #expect(
      plan.measurements == [
        .delivery(.init(subscribers: 3, size: 12, window: 2)),
        .delivery(.init(subscribers: 2000, size: 12, window: 2)), .idle(subscribers: 1000),
        .idle(subscribers: 2000),
      ])
    #expect(plan.runs == 1 && plan.times.run == 5)
    #expect(plan.idle(forRow: 3) == .idle(subscribers: 1000))
  }

  @Test func `another procond follows procond`() throws {
    let command = try #require(
      try ProconBench.command(from: [
        "--peers", "floor,procond", "--procond", "/bin/true", "--baseline", "/bin/false",
      ]) as? ProconBench)
    #expect(
      try command.plan(on: []).0.subjects.map(\.key) == [
        "floor every", "procond every", "procond latest", "baseline every", "baseline latest",
      ])
  }

  @Test(arguments: [
    ["--baseline", "/bin/true", "--peers", "floor"], ["--subscribers", "0"],
    ["--subscribers", "1,,2"], ["--subscribers", "x"], ["--sizes", "11"],
    ["--sizes", "65537"], ["--windows", "65537"], ["--modes", "some"], ["--peers", "redis,kafka"],
    ["--parts", ""], ["--runs", "0"], ["--time", "60001"],
    ["--placement", "here"], ["--fast"], ["extra"],
  ])
  func `a wrong command line is refused`(words: [String]) {
    #expect {
      _ = try ProconBench.command(from: words)
    } throws: { error in
      if case .usage? = error as? Failure { true } else { false }
    }
  }
}
