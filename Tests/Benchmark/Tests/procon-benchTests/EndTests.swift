import Glibc
import Testing

@testable import procon_bench

/// After the program ends, nothing that it started keeps running.
@Suite(.serialized) struct EndTests {
  private func begin() throws -> (bench: BenchProcess, server: Int32, directory: String) {
    let bench = try BenchProcess(
      ["--peers", "floor", "--subscribers", "2", "--time", "60000", "--parts", "rows"])
    let deadline = ContinuousClock.now + BenchProcess.patience
    while .now < deadline {
      for name in names(of: "/proc/\(bench.processID)/task/\(bench.processID)/children") {
        guard let server = Int32(name), let words = commandLine(of: server),
          words.contains("floor"),
          let socket = words.last, access(socket, F_OK) == 0
        else { continue }
        return (bench, server, String(socket[..<socket.lastIndex(of: "/")!]))
      }
      MonotonicTime.pass(milliseconds: 2)
    }
    return try #require(nil, "no server: \(bench.standardError)")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the servers and removes the directories`(signal: Int32) throws {
    let (bench, server, directory) = try begin()
    bench.signal(signal)
    #expect(try bench.waitForEnd() == .exited(128 + signal))
    #expect(bench.standardError == "procon-bench: ended by signal \(signal)\n")
    #expect(bench.standardOutput == "")
    #expect(commandLine(of: server) == nil)
    #expect(access(directory, F_OK) != 0)
  }

  @Test func `the servers end with the program even when it is killed`() throws {
    let (bench, server, directory) = try begin()
    bench.signal(SIGKILL)
    #expect(try bench.waitForEnd() == .killed(signal: SIGKILL))
    let deadline = ContinuousClock.now + BenchProcess.patience
    while commandLine(of: server) != nil, .now < deadline { MonotonicTime.pass(milliseconds: 2) }
    #expect(commandLine(of: server) == nil)
    removeDirectory(directory)
  }

  private func names(of file: String) -> [Substring] {
    (TextFile.contents(of: file) ?? "").split(separator: " ")
  }

  /// nil if there is no such process or it has ended.
  private func commandLine(of processID: Int32) -> [String]? {
    let words = TextFile.contents(of: "/proc/\(processID)/cmdline")?.split(separator: "\0").map(
      String.init)
    return words?.isEmpty == true ? nil : words
  }

  private func removeDirectory(_ path: String) {
    for name in ["floor.sock", "log"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
