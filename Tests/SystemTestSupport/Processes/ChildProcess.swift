internal import Glibc
internal import Synchronization

/// A program that a test started. It is killed and reaped when this object is released, at the
/// latest.
package final class ChildProcess: Sendable {
  /// How a process ended.
  package enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  package var processID: Int32 { process.processID }
  private let process: RunningProcess
  private let errors = TemporaryDirectory()
  private let output: Int32
  private let received = Mutex<[UInt8]>([])

  /// Starts a program with empty standard input and no descriptors but the standard three and those
  /// that are passed.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - environment: variables in addition to `PATH`, `HOME` and `LD_LIBRARY_PATH`, and to
  /// `XDG_STATE_HOME` for what it stores.
  ///   - passed: descriptors that it gets from 3 on; they must be above these.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    passing passed: [Int32] = []
  ) throws {
    let pipe = try Pipe()
    defer { close(pipe.writing) }
    let stateHome = ["XDG_STATE_HOME": errors.file("state")]
    var environment = environment.merging(stateHome) { given, _ in given }
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] where environment[name] == nil {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    var start = ProcessStart(program, arguments, environment: environment)
    start.descriptors = [
      STDIN_FILENO: .path("/dev/null", O_RDONLY), STDOUT_FILENO: .open(pipe.writing),
      STDERR_FILENO: .path(errors.file("stderr"), O_WRONLY | O_CREAT | O_APPEND),
    ]
    for (number, descriptor) in zip(Int32(3)..., passed) {
      start.descriptors[number] = .open(descriptor)
    }
    do {
      process = try start.begin()
    } catch {
      close(pipe.reading)
      throw error
    }
    output = pipe.reading
  }

  deinit {
    process.signal(SIGKILL)
    _ = process.waitForEnd()
    close(output)
  }

  package func signal(_ number: Int32) {
    process.signal(number)
  }

  /// Waits until its standard output is closed, which happens at its end, and then for its exit.
  ///
  /// - Throws: `DeadlinePassed`.
  @discardableResult
  package func waitForEnd(within time: Duration = .patience) throws -> End {
    let deadline = Deadline(after: time)
    while try readOutput(deadline) {}
    return process.waitForEnd()
  }

  /// Waits until it has written to its standard output, and reads nothing of it.
  ///
  /// - Throws: `DeadlinePassed`.
  package func waitForOutput(within time: Duration = .patience) throws {
    guard Deadline(after: time).wait(for: POLLIN, on: output) else {
      throw DeadlinePassed(soFar: "process \(processID) wrote nothing: \(standardError)")
    }
  }

  /// What it has written to its standard output, as far as the test has waited for it.
  package var standardOutput: String {
    String(decoding: received.withLock { $0 }, as: UTF8.self)
  }

  /// What it has written to its standard error so far.
  package var standardError: String {
    let file = open(errors.file("stderr"), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &part, part.count), count > 0 { text += part[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: whether more output may follow.
  private func readOutput(_ deadline: Deadline) throws -> Bool {
    guard deadline.wait(for: POLLIN, on: output) else {
      throw DeadlinePassed(soFar: "process \(processID) is still running: \(standardError)")
    }
    var part = [UInt8](repeating: 0, count: 65536)
    let count = read(output, &part, part.count)
    guard count > 0 else { return false }
    received.withLock { $0 += part[..<count] }
    return true
  }
}

/// A program of the package, built beside the tests.
///
/// The environment variable PROCON_PROGRAMS selects another directory, for example that of a
/// release build.
package func builtProgram(_ name: String) -> String {
  "\(getenv("PROCON_PROGRAMS").map { String(cString: $0) } ?? buildDirectory)/\(name)"
}

/// The directory of the tests' own build.
package var buildDirectory: String {
  var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = path.withUnsafeMutableBytes {
    readlink("/proc/self/exe", $0.baseAddress!, $0.count)
  }
  let tests = String(decoding: path[..<max(0, count)], as: UTF8.self)
  return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/")
}

/// A system call that failed in a test.
package struct SystemError: Error, CustomStringConvertible {
  package let operation: String
  package let code: Int32

  package init(_ operation: String, _ code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

package func check(_ operation: String, _ status: Int32) throws {
  guard status >= 0 else { throw SystemError(operation, errno) }
}
