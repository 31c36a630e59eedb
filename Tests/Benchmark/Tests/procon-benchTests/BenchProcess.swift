import Glibc
import Testing

@testable import procon_bench

/// The built program, started by a test. It is killed and reaped when this object is released, at
/// the latest.
final class BenchProcess {
  /// How a process ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// How long a test waits for something that must happen, also on a busy machine.
  static let patience = Duration.seconds(120)

  let processID: pid_t
  /// Its output, in files.
  private let directory: ServerDirectory
  private var end: End?

  /// - Parameter closed: the standard descriptors that it starts without. Of the others, 0 is
  ///   /dev/null.
  init(_ arguments: [String], closed: [Int32] = []) throws {
    directory = try ServerDirectory()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "output"), (2, "errors")] {
      let file = directory.file(name)
      posix_spawn_file_actions_addopen(&actions, descriptor, file, O_WRONLY | O_CREAT, 0o600)
    }
    for descriptor in closed { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let program = Self.beside("procon-bench")
    let words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, program, &actions, nil, words + [nil], environ)
    try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    self.processID = processID
  }

  deinit {
    guard end == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// - Throws: when it is still running after ``patience``.
  func waitForEnd() throws -> End {
    let deadline = ContinuousClock.now + Self.patience
    var status: Int32 = 0
    while end == nil {
      if waitpid(processID, &status, WNOHANG) == processID {
        let signal = status & 0x7F
        end = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
      } else {
        try #require(.now < deadline, "it is still running: \(standardError)")
        MonotonicTime.pass(milliseconds: 2)
      }
    }
    return end!
  }

  /// What it has written to its standard output so far.
  var standardOutput: String { TextFile.contents(of: directory.file("output")) ?? "" }

  /// What it has written to its standard error so far.
  var standardError: String { TextFile.contents(of: directory.file("errors")) ?? "" }

  /// The path of a program that is built beside the tests.
  private static func beside(_ name: String) -> String {
    let tests = Executable.own
    return tests[...tests.lastIndex(of: "/")!] + name
  }
}

/// The daemon that is measured, which another package builds.
enum BuiltDaemon {
  /// The path of `procond` in the directory PROCON_PROGRAMS, or in the repository's debug build.
  static func path() throws -> String {
    let directory =
      getenv("PROCON_PROGRAMS").map { String(cString: $0) } ?? "\(Procond.repository)/.build/debug"
    let path = "\(directory)/procond"
    try #require(
      access(path, X_OK) == 0,
      "there is no \(path): run swift build in \(Procond.repository), or set PROCON_PROGRAMS")
    return path
  }
}
