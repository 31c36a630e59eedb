import BoxWire
import Testing

@testable import procon_bench

/// The built program with procond, the floor, and faulty servers.
@Suite(.serialized) struct BenchTests {
  private let directory: ServerDirectory

  init() throws {
    directory = try ServerDirectory()
  }

  /// A short measurement with few subscribers.
  ///
  /// - Parameter procond: the path of the daemon; by default the built one.
  private func bench(_ words: String..., procond: String? = nil) throws -> BenchProcess {
    try BenchProcess(
      [
        "--subscribers", "1,3", "--sizes", "16", "--windows", "1,4", "--runs", "2", "--time", "20",
        "--json", "--procond", try procond ?? BuiltDaemon.path(),
      ] + words)
  }

  private func report(_ process: BenchProcess) throws -> JSONText {
    try JSONText(parsing: process.standardOutput.utf8.dropLast())
  }

  @Test func `procond and the floor have figures for each row and run`() throws {
    let process = try bench("--peers", "floor,procond", "--parts", "rows")
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
    let report = try report(process)
    #expect(report["notes"]?.elements == [])
    #expect(report["runs"]?.integer == 2 && report["quick"]?.boolean == false)
    #expect((report["machine"]?["cores"]?.integer ?? 0) > 0)
    let measurements = try #require(report["measurements"]?.elements)
    #expect(measurements.count == 4 * 3)
    for measurement in measurements {
      #expect(measurement["kind"]?.string == "delivery")
      #expect(measurement["failure"] == nil, "\(measurement)")
      let runs = try #require(measurement["runs"]?.elements)
      #expect(runs.count == 2)
      for figures in runs + [measurement["median"] ?? .null] {
        for name in [
          "deliveriesPerSecond", "processorMicroseconds", "p50Microseconds", "p99Microseconds",
          "changesPerSecond", "changeMicroseconds",
        ] {
          #expect((figures[name]?.double ?? 0) > 0, "\(name) of \(measurement)")
        }
      }
    }
    let servers = measurements.compactMap { $0["server"]?.string }
    #expect(Set(servers) == ["floor", "procond"])
    #expect(Set(measurements.compactMap { $0["mode"]?.string }) == ["every", "latest"])
    let goals = try #require(report["goals"]?.elements)
    #expect(goals.count > 10)
    #expect(goals.contains { $0["atMost"]?.integer == 1200 })
    #expect(report["ofBaseline"]?.elements == [])
  }

  @Test func `idle subscribers and full speed are measured too`() throws {
    let process = try bench(
      "--peers", "procond", "--modes", "latest", "--parts", "idle,speed", "--runs", "1")
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
    let report = try report(process)
    #expect(report["notes"]?.elements == [])
    let measurements = try #require(report["measurements"]?.elements)
    #expect(measurements.compactMap { $0["kind"]?.string } == ["idle", "fullSpeed"])
    #expect((measurements[0]["median"]?["connectsPerSecond"]?.double ?? 0) > 0)
    #expect(measurements[0]["median"]?["bytesPerSubscriber"] != nil)
    #expect((measurements[1]["median"]?["changesPerSecond"]?.double ?? 0) > 0)
  }

  @Test(.enabled(if: Descriptor.raiseLimit() > 10_001, "it has 10,001 subscribers"))
  func `the growth with unrelated boxes and subscribers is measured too`() throws {
    let process = try bench(
      "--peers", "procond", "--modes", "latest", "--parts", "growth", "--runs", "1")
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
    let report = try report(process)
    #expect(report["notes"]?.elements == [])
    let measurements = try #require(report["measurements"]?.elements)
    #expect(measurements.compactMap { $0["boxes"]?.integer } == [10, 10_000, 10])
    #expect(measurements.compactMap { $0["others"]?.integer } == [0, 0, 10_000])
    let goals = try #require(report["goals"]?.elements)
    #expect(goals.filter { $0["holds"]?.boolean != nil }.count == 2)
  }

  @Test func `another procond is compared in the same runs`() throws {
    let process = try bench(
      "--peers", "floor,procond", "--parts", "rows", "--baseline", try BuiltDaemon.path())
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
    let report = try report(process)
    #expect(report["notes"]?.elements == [])
    let measurements = try #require(report["measurements"]?.elements)
    #expect(measurements.filter { $0["server"]?.string == "baseline" }.count == 4 * 2)
    let comparisons = try #require(report["ofBaseline"]?.elements)
    #expect(comparisons.count == 4 * 2)
    for comparison in comparisons {
      let (subscribers, window) = (comparison["subscribers"], comparison["window"])
      let (base, new) = try #require(
        runs(of: "baseline", "procond", in: measurements) {
          $0["subscribers"] == subscribers && $0["window"] == window
            && $0["mode"] == comparison["mode"]
        })
      let ratio = Statistics.ratio(new, to: base)
      #expect(comparison["ratios"]?["processorMicroseconds"]?.double == ratio)
      #expect((ratio ?? 0) > 0)
    }
  }

  /// The CPU time of each run of two servers in one row.
  private func runs(
    of first: String, _ second: String, in measurements: [JSONText],
    where isRow: (JSONText) -> Bool
  ) -> ([Double?], [Double?])? {
    let runs = [first, second].compactMap { server in
      measurements.first { $0["server"]?.string == server && isRow($0) }?["runs"]?.elements?
        .map { $0["processorMicroseconds"]?.double }
    }
    return runs.count == 2 ? (runs[0], runs[1]) : nil
  }

  @Test func `the table for people names rows, goals and servers`() throws {
    let process = try BenchProcess(
      [
        "--subscribers", "2", "--sizes", "12", "--windows", "3", "--runs", "1", "--time", "5",
        "--peers", "floor", "--parts", "rows",
      ])
    #expect(try process.waitForEnd() == .exited(0))
    let lines = process.standardOutput.split(separator: "\n")
    #expect(lines[1].hasPrefix("subscribers  bytes  window  server"))
    #expect(lines[2].contains(/^ +2 +12 +3  floor +[0-9]/))
    #expect(lines.contains("goals"))
    #expect(process.standardError == "")
  }

  @Test(arguments: WrongServer.Fault.allCases)
  func `a server's faults are reported`(fault: WrongServer.Fault) throws {
    let server = try WrongServer(fault, in: directory)
    let process = try bench(
      "--peers", "procond", "--modes", "every", "--parts", "rows", "--windows", "4",
      procond: server.path)
    let end = try process.waitForEnd()
    let notes = try report(process)["notes"]?.elements?.compactMap(\.string) ?? []
    #expect(end == .exited(fault.exitCode), "\(notes)")
    #expect(fault.words.allSatisfy { words in notes.contains { $0.contains(words) } }, "\(notes)")
    #expect(fault != .none || notes.isEmpty, "\(notes)")
  }

  @Test func `it runs without standard input and error`() throws {
    let process = try BenchProcess(
      [
        "--subscribers", "1", "--sizes", "16", "--runs", "1", "--time", "1", "--peers", "floor",
        "--parts", "rows", "--json",
      ], closed: [0, 2])
    #expect(try process.waitForEnd() == .exited(0))
    #expect(process.standardOutput.hasPrefix("{"))
  }

  @Test func `without a daemon there is nothing to measure`() throws {
    let path = directory.file("procond")
    let process = try bench(procond: path)
    #expect(try process.waitForEnd() == .exited(69))
    #expect(
      process.standardError
        == "procon-bench: there is no procond at \(path): build it, or name another with"
        + " --procond\n")
  }

  @Test(arguments: [["--sizes", "3"], ["--peers", "x"], ["--nothing"]])
  func `a wrong command line is reported in one line`(words: [String]) throws {
    let process = try BenchProcess(words)
    #expect(try process.waitForEnd() == .exited(64))
    #expect(process.standardError.split(separator: "\n").count == 1)
    #expect(process.standardError.hasPrefix("procon-bench: "))
    #expect(process.standardOutput == "")
  }

  @Test func `help names every option and exit code, but no internal command`() throws {
    let process = try BenchProcess(["--help"])
    #expect(try process.waitForEnd() == .exited(0))
    let help = process.standardOutput
    for word in [
      "--subscribers", "--sizes", "--windows", "--modes", "--peers", "--parts", "--runs", "--time",
      "--placement", "--quick", "--json", "--procond", "--baseline", "--version", "64", "69", "71",
      "76", "130",
    ] {
      #expect(help.contains(word), "\(word)")
    }
    #expect(!help.contains("launch") && !help.contains("SUBCOMMANDS"))
  }
}
