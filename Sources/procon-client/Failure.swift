internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import Terminal
internal import UVLoop

/// Why a command did not do what it was asked to, or ended early.
enum Failure: Error, Equatable {
  /// The command line is wrong. `command` is what stood in its first place.
  case usage(String, command: String?)
  /// The daemon does not do it. `question` asks what may have been meant; empty when nobody knows.
  case refused(RequestError, method: String, question: String = "")
  /// There is no such argument to remove; `near` are texts of those that may have been meant.
  case noArgument(Side, text: String, topic: String, near: [String] = [])
  /// There is no daemon that can be talked to, and none may be started.
  case unconnected(ConnectError)
  /// No daemon runs, which the answer says already.
  case notRunning
  /// There is no procond to start.
  case noExecutable(String, LoopError)
  /// procond was started and ended at once. `log` is nil when it could not be written.
  case daemonEnded(status: Int32, log: String?)
  /// procond was started and did not listen in time.
  case daemonSilent(log: String?)
  /// The daemon takes no more connections.
  case full
  /// The connection was lost before the request was sent, so that nothing was done.
  case notSent(Disconnection)
  /// The connection was lost and not regained.
  case lost(Disconnection)
  /// A box did not become what it was waited for to be; `state` says what it is.
  case notReached(String, state: String, wanted: String, seconds: Double)
  /// The command that was to be run cannot be.
  case commandUnusable(String, LoopError)
  /// A signal of this number was to end it, and what it waited for has ended.
  case signal(Int32)
  /// Standard output cannot be written. A reader that is gone is no failure of ours.
  case output(OutputError)
}

extension Failure {
  /// From sysexits.h, where there is one; the help of the program lists them.
  var exitCode: Int32 {
    switch self {
    case .output(.readerGone): 0
    // As systemctl(1) says it of a unit that is not active.
    case .notRunning: 3
    case .usage: 64
    // Wrong is the command line, though only the daemon can tell.
    case .refused(let error, _, _) where error.fact == .limit("patterns"): 64
    case .refused, .noArgument: 65
    case .unconnected, .noExecutable, .daemonEnded, .daemonSilent, .full: 69
    case .output(.failed): 74
    case .notSent, .lost: 75
    // As timeout(1).
    case .notReached: 124
    // As env(1) and shells have it.
    case .commandUnusable(_, let error): error.code == ENOENT ? 127 : 126
    case .signal(let number): 128 + number
    }
  }

  /// One line for a person, and what to do next; nil when there is nothing to say.
  var sentence: String? {
    switch self {
    case .usage(let message, let command): message.firstLine.followed(by: hint(command))
    case .refused(let error, let method, let question):
      "refused: \(error.message)\(question)"
        + "\(error.advice(on: method, isAsked: !question.isEmpty)) (\(error.code))"
    case .noArgument(let side, let text, let topic, let near):
      "\(topic) has no \(side.rawValue) '\(text)'\(near.question); see its ids with 'procon-client get"
        + " topics.\(topic).\(side.plural).items'"
    case .unconnected(let error): "\(error); \(error.advice)"
    case .noExecutable(let path, let error):
      "no daemon listens, and \(path) cannot be started: \(error.reason); start procond, or name its"
        + " socket with --socket"
    case .daemonEnded(let status, let log):
      "procond was started and ended with status \(status); \(advice(log))"
    case .daemonSilent(let log): "procond was started and does not listen yet; \(advice(log))"
    case .full: "the daemon is full; try again"
    case .notSent(let loss): "\(loss) before the request was sent; try again"
    case .lost(let loss):
      "the connection was lost: \(loss); see what was done with 'procon-client get', then try again"
    case .notReached(let path, let state, let wanted, let seconds):
      "\(path) is \(state) after \(seconds.asSeconds), not \(wanted.printable.truncated(to: 60)); give it"
        + " more time with --timeout"
    case .commandUnusable(let name, let error):
      "'\(name)' cannot be run: \(error.reason); give a program that PATH finds, or its path"
    case .output(.failed(let error)):
      "cannot write to standard output: \(error.reason); \(advice(onOutput: error))"
    case .output(.readerGone), .notRunning, .signal: nil
    }
  }

  private func hint(_ command: String?) -> String {
    let names = ProconClient.configuration.subcommands.map { $0._commandName }
    guard let command, names.contains(command) else { return "see 'procon-client --help'" }
    return "see 'procon-client \(command) --help'"
  }

  private func advice(onOutput error: LoopError) -> String {
    [ENOSPC, EDQUOT].contains(error.code) ? "make room, or write elsewhere" : "write elsewhere"
  }

  private func advice(_ log: String?) -> String {
    log.map { "see \($0)" } ?? "run it by hand to see why"
  }
}

extension Substring {
  /// This sentence, which may be a question, and then another one.
  fileprivate func followed(by next: String) -> String {
    last == "?" ? "\(self) \(next.prefix(1).uppercased())\(next.dropFirst())" : "\(self); \(next)"
  }
}

extension String {
  /// What stands before the first line end, without a full stop.
  fileprivate var firstLine: Substring {
    let line = prefix { $0 != "\n" }
    return line.last == "." ? line.dropLast() : line
  }
}
