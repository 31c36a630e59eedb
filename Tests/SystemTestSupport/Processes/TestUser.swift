internal import Glibc

/// A user of the programs: directories of their own for home, run time and state, and with them a
/// socket that nobody else has.
///
/// A daemon that was started for them ends, at the latest, when this is released.
package final class TestUser: Sendable {
  package let directory = TemporaryDirectory()
  /// All that their programs find in their environment.
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
  }

  deinit {
    for daemon in daemons { kill(daemon, SIGKILL) }
  }

  /// Where a daemon of theirs listens.
  package var socket: String { directory.file("run/procon/procon.sock") }

  /// What a daemon that a client started for them logged; nil when there is no log.
  package var log: String? { contents(of: directory.file("state/procon/procond.log")) }

  /// The ids of the daemons that a client started for them and that run now.
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

  /// Starts a script of the shell's, in which `procon-client` and `procond` are found by name.
  package func shell(
    _ script: String, environment: [String: String] = [:], input: UserProcess.Input = .nothing,
    output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    var environment = environment
    let programs = builtProgram("").dropLast()
    environment["PATH"] = "\(programs):\(self.environment["PATH"] ?? "/usr/bin:/bin")"
    return try start(
      "/bin/sh", ["-c", script], environment: environment, input: input, output: output)
  }
}

/// The ids of the processes whose command line, word by word, is as wanted.
package func processes(where isWanted: ([String]) -> Bool) -> [Int32] {
  entries(of: "/proc").compactMap(Int32.init).filter { process in
    guard let line = contents(of: "/proc/\(process)/cmdline") else { return false }
    return isWanted(line.split(separator: "\0").map(String.init))
  }
}

/// Waits until something is so that nobody tells of.
///
/// - Throws: `DeadlinePassed`.
package func waitUntil(
  within time: Duration = .patience, _ what: String, _ isSo: () throws -> Bool
) throws {
  let deadline = Deadline(after: time)
  while try !isSo() {
    if deadline.hasPassed { throw DeadlinePassed(soFar: "not so: \(what)") }
    poll(nil, 0, 2)
  }
}
