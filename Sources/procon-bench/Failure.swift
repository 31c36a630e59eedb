internal import Glibc
internal import UVLoop

/// Why something was not measured.
enum Failure: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A system call failed.
  case system(LoopError)
  /// A server is not there. `package` is Debian's.
  case notInstalled(program: String, package: String)
  /// There is no procond at this path.
  case noDaemon(path: String)
  /// A server ended, or did not listen in time; `log` is the last line that it wrote, if any.
  case notListening(server: String, log: String)
  /// A server does not do what was asked; the words are its own.
  case refused(String)
  /// A server closed a connection.
  case closed
  /// A server sent what is not its protocol.
  case malformed(String)
  /// A subscriber, counted from 0, got what it should not, or not what it should.
  case wrong(subscriber: Int, String)
  /// Nothing came for this many seconds although something had to.
  case stalled(seconds: Int, String)
  /// A row needs more than the machine gives, or than a server can do in good time.
  case beyond(String)
  /// A server that was measured did something wrong, which is told with the results.
  case faults
  /// The program was told to end.
  case interrupted(signal: Int32)

  /// The failed call's name and the present error number.
  static func system(_ operation: String) -> Failure {
    .system(LoopError(operation: operation, code: errno))
  }
}

extension Failure {
  /// From sysexits.h, where there is one; the help of the program lists them.
  var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .notInstalled, .noDaemon, .notListening, .refused, .beyond: 69
    case .system: 71
    case .closed, .malformed, .wrong, .stalled, .faults: 76
    case .interrupted(let signal): 128 + signal
    }
  }

  /// Whether the server did something wrong, rather than that it cannot be measured here.
  var isFault: Bool { exitCode == 76 }
}

extension Failure: CustomStringConvertible {
  /// One line for a person, and what to do next where there is something to do.
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

/// Carries out what fails as the loop's things do.
func attempt<Result>(_ body: () throws(LoopError) -> Result) throws(Failure) -> Result {
  do throws(LoopError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
