import BoxWire
import Testing

@testable import procon_bench

/// Installed peers, with their own protocols.
@Suite(.serialized) struct PeerTests {
  private static let programs = [
    "redis": "redis-server", "nats": "nats-server", "mosquitto": "mosquitto",
    "dbus-daemon": "dbus-daemon",
  ]

  @Test(arguments: programs.filter { Executable.find($0.value) != nil }.keys.sorted())
  func `each subscriber of a peer gets each value`(name: String) throws {
    let process = try BenchProcess(
      [
        "--peers", name, "--subscribers", "1,5", "--sizes", "12,4096", "--windows", "1,64",
        "--runs", "1", "--time", "20", "--parts", "rows,speed", "--json",
      ])
    #expect(try process.waitForEnd() == .exited(0), "\(process.standardError)")
    let report = try JSONText(parsing: process.standardOutput.utf8.dropLast())
    #expect(report["notes"]?.elements == [])
    let measurements = try #require(report["measurements"]?.elements)
    #expect(measurements.count == (name == "redis" ? 9 : 8))
    for measurement in measurements {
      #expect(measurement["server"]?.string == name)
      #expect((measurement["median"]?["processorMicroseconds"]?.double ?? 0) > 0)
    }
  }

  @Test func `a missing peer is reported with the package to install`() {
    let failure = Failure.notInstalled(program: "redis-server", package: "redis-server")
    #expect("\(failure)" == "redis-server is not installed: apt-get install redis-server")
  }

  @Test func `programs are found in PATH`() {
    #expect(Executable.find("sh")?.hasSuffix("/sh") == true)
    #expect(Executable.find("no-such-program") == nil)
  }
}
