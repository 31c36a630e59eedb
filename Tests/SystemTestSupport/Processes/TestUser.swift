internal import Glibc

/// A user of the programs, with a home, a runtime and a state directory, and so with a socket that
/// no other test uses.
///
/// A daemon that was started for the user ends when this object is released, at the latest.
package final class TestUser: Sendable {
  package let directory = TemporaryDirectory()
  /// The whole environment of the user's programs.
  package let environment: [String: String]

  package init() {
    var environment = ["LANG": "C.UTF-8", "TERM": "xterm-256color"]
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    for (name, folder) in [
      ("HOME", "home"), ("XDG_RUNTIME_DIR", "run"), ("XDG_STATE_HOME", "state"),
    ] {
      environment[name] = directory.file(folder)
      mkdir(directory.file(folder), 0o700)
    }
    self.environment = environment
    mkdir(directory.file("programs"), 0o700)
    symlink(builtProgram("procon-client"), directory.file("programs/procon"))
  }

  deinit {
    for daemon in daemons { kill(daemon, SIGKILL) }
  }

  /// The path of the user's daemon socket.
  package var socket: String { directory.file("run/procon/procon.sock") }

  /// The log of a daemon that a client started for the user; nil if there is none.
  package var log: String? { contents(of: directory.file("state/procon/procond.log")) }

  /// The `PATH` of its shell scripts.
  package var path: String {
    let programs = builtProgram("").dropLast()
    let others = environment["PATH"] ?? "/usr/bin:/bin"
    return "\(directory.file("programs")):\(programs):\(others)"
  }

  /// The process IDs of running daemons that a client started for the user.
  package var daemons: [Int32] {
    processes { $0.first?.hasSuffix("procond") == true && $0.contains(socket) }
  }

  /// Starts a program as this user.
  ///
  /// - Parameter program: its path, or the name of one that is built here.
  package func start(
    _ program: String, _ arguments: [String] = [], environment more: [String: String] = [:],
    input: UserProcess.Input = .nothing, output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    try UserProcess(
      program.hasPrefix("/") ? program : builtProgram(program), arguments,
      environment: environment.merging(more) { $1 }, input: input, output: output, of: self)
  }

  /// Starts `procon-client`.
  package func client(
    _ arguments: String..., environment: [String: String] = [:],
    input: UserProcess.Input = .nothing, output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    try start(
      "procon-client", arguments, environment: environment, input: input, output: output)
  }

  /// Starts a shell script that has `procon-client`, its short name `procon`, and `procond` in its
  /// PATH.
  package func shell(
    _ script: String, environment: [String: String] = [:], input: UserProcess.Input = .nothing,
    output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    var environment = environment
    environment["PATH"] = path
    return try start(
      "/bin/sh", ["-c", script], environment: environment, input: input, output: output)
  }
}

/// The IDs of processes with the given command line, word by word.
package func processes(where isWanted: ([String]) -> Bool) -> [Int32] {
  entries(of: "/proc").compactMap(Int32.init).filter { process in
    guard let line = contents(of: "/proc/\(process)/cmdline") else { return false }
    return isWanted(line.split(separator: "\0").map(String.init))
  }
}

/// Waits for a condition that sends no event.
///
/// - Throws: `DeadlinePassed`.
package func waitUntil(
  within time: Duration = .patience, _ what: String, _ isSo: () throws -> Bool
) throws {
  let deadline = Deadline(after: time)
  while try !isSo() {
    if deadline.hasPassed { throw DeadlinePassed(soFar: "not true: \(what)") }
    poll(nil, 0, 2)
  }
}
