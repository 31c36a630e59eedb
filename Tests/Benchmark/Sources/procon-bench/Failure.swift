internal import Glibc

/// The reason why something was not measured.
enum Failure: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A system call failed.
  case system(SystemError)
  /// A server is not installed. `package` is Debian's.
  case notInstalled(program: String, package: String)
  /// There is no procond at this path.
  case noDaemon(path: String)
  /// A server ended, or did not listen in time; `log` is the last line of its output, or empty.
  case notListening(server: String, log: String)
  /// A server answered with an error, in its own words.
  case refused(String)
  /// A server closed a connection.
  case closed
  /// A server sent bytes that are not its protocol.
  case malformed(String)
  /// A subscriber, counted from 0, did not receive the right values.
  case wrong(subscriber: Int, String)
  /// An expected message did not arrive for this many seconds.
  case stalled(seconds: Int, String)
  /// A row exceeds the limits of the machine, or takes a server too long.
  case beyond(String)
  /// A server did something wrong, which the results report.
  case faults
  /// A signal ended the program.
  case interrupted(signal: Int32)

  /// The failed call's name and the current error number.
  static func system(_ operation: String) -> Failure {
    .system(SystemError(operation: operation, code: errno))
  }
}

extension Failure {
  /// As in sysexits.h where possible; listed in the program's help.
  var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .notInstalled, .noDaemon, .notListening, .refused, .beyond: 69
    case .system: 71
    case .closed, .malformed, .wrong, .stalled, .faults: 76
    case .interrupted(let signal): 128 + signal
    }
  }

  /// Whether the server did something wrong, as opposed to being impossible to measure.
  var isFault: Bool { exitCode == 76 }
}

extension Failure: CustomStringConvertible {
  /// One line for people, with the next step if there is one.
  var description: String {
    switch self {
    case .usage(let message): message
    case .system(let error): "\(error)"
    case .notInstalled(let program, let package):
      "\(program) is not installed: apt-get install \(package)"
    case .noDaemon(let path):
      "there is no procond at \(path): build it, or name another with --procond"
    case .notListening(let server, let log):
      "\(server) does not listen" + (log.isEmpty ? "" : ": \(log)")
    case .refused(let words): "refused: \(words)"
    case .closed: "it closed a connection"
    case .malformed(let what): "it sent what is not its protocol: \(what)"
    case .wrong(let subscriber, let what): "subscriber \(subscriber) \(what)"
    case .stalled(let seconds, let what): "nothing came for \(seconds) s: \(what)"
    case .beyond(let why): why
    case .faults: "a server did not do what it should; the notes say what"
    case .interrupted(let signal): "ended by signal \(signal)"
    }
  }
}

/// A system call that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// What was attempted, such as `bind` or `connect`.
  let operation: String
  /// The error number, positive, as in errno(3).
  let code: Int32

  /// Operation and reason, such as `connect: Connection refused`.
  var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// Runs a body that throws errors of system calls.
func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
