import Glibc
import SystemTestSupport
import Testing

/// After the program ends, nothing that it started keeps running.
@Suite(.blocking) struct EndTests {
  private func begin() throws -> (bench: ChildProcess, server: Int32, directory: String) {
    let bench = try ChildProcess(
      builtProgram("procon-bench"),
      ["--peers", "floor", "--subscribers", "2", "--time", "60000", "--parts", "rows"])
    let deadline = Deadline(after: .seconds(20))
    while !deadline.hasPassed {
      for name in try names(of: "/proc/\(bench.processID)/task/\(bench.processID)/children") {
        guard let server = Int32(name), let words = commandLine(of: server),
          words.contains("floor"),
          let socket = words.last, access(socket, F_OK) == 0
        else { continue }
        return (bench, server, String(socket[..<socket.lastIndex(of: "/")!]))
      }
      usleep(2000)
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
    let deadline = Deadline(after: .seconds(20))
    while commandLine(of: server) != nil, !deadline.hasPassed { usleep(2000) }
    #expect(commandLine(of: server) == nil)
    removeDirectory(directory)
  }

  private func names(of file: String) throws -> [Substring] {
    (text(of: file) ?? "").split(separator: " ")
  }

  /// nil if there is no such process or it has ended.
  private func commandLine(of processID: Int32) -> [String]? {
    let words = text(of: "/proc/\(processID)/cmdline")?.split(separator: "\0").map(String.init)
    return words?.isEmpty == true ? nil : words
  }

  private func text(of file: String) -> String? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func removeDirectory(_ path: String) {
    for name in ["floor.sock", "log"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
