internal import ArgumentParser
package import BoxClient
package import BoxWire
internal import Glibc
package import Terminal
package import UVLoop

/// The reason why a command failed or ended early.
package enum Failure: Error, Equatable {
  /// The command line is wrong. `command` is the command whose help explains it; nil when the
  /// command is unknown.
  case usage(String, command: String?)
  /// The daemon refused the request. `question` suggests similar names; empty when there are none.
  case refused(RequestError, method: String, question: String = "")
  /// The daemon refused to log the user in.
  case logInRefused(RequestError)
  /// The secret in a file cannot be used.
  case secretFile(String, SecretFileError)
  /// The daemon has sent what does not have the expected form. The sentence says what is wrong.
  case unexpected(String)
  /// There is no shared box that matches.
  case noBox(Pattern)
  /// There is no argument with this text. `near` lists similar texts.
  case noArgument(ColumnName, text: String, near: [String] = [])
  /// There is no option with this title.
  case noOption(text: String, topic: TopicName, near: [String] = [])
  /// There is no topic that this text of the command line means. `near` lists similar names.
  case noTopic(String, near: [String] = [])
  /// There is no topic at all, or none in the store with this root path.
  case noTopics(root: String?)
  /// The topic that was chosen earlier does not exist.
  case noChosenTopic(String, TopicChoice)
  /// Nothing was changed: the user answered no or left a text unchanged, or a command printed no
  /// usable value. The sentence says what was not done.
  case nothingDone(String)
  /// Something failed while the user was typing. The sentence says where the text is kept.
  indirect case textKept(String, after: Failure)
  /// A file that the command line names cannot be read.
  case unreadable(String, LoopError)
  /// A text could not be edited in the user's editor.
  case editor(EditorError)
  /// There is no daemon to connect to, and the client must not start one.
  case unconnected(ConnectError)
  /// No daemon is running, as the output already says.
  case notRunning
  /// procond cannot be started.
  case noExecutable(String, LoopError)
  /// procond was started and exited at once. `log` is nil when there is no log.
  case daemonEnded(status: Int32, log: String?)
  /// procond was started, but did not listen in time.
  case daemonSilent(log: String?)
  /// The daemon has the maximum number of connections.
  case full
  /// The connection was lost before the request was sent, so nothing was changed.
  case notSent(Disconnection)
  /// The connection was lost and could not be restored. `method` is that of the unanswered request;
  /// nil when there was none.
  case lost(Disconnection, method: String? = nil)
  /// The daemon did not answer in time.
  case noAnswer(from: String, to: String, timeout: Duration)
  /// `wait` timed out. `state` describes the current value.
  case notReached(String, state: String, wanted: String, timeout: Duration)
  /// The command of `watch-exec` cannot be run.
  case commandUnusable(String, LoopError)
  /// The command of `update` failed; the box is unchanged.
  case commandFailed(String, Subprocess.Ending, box: String)
  /// The command of `lock` failed, and has reported that itself.
  case commandEnded(Subprocess.Ending)
  /// The command of `update` printed what is not a value. The sentence says so.
  case outputUnusable(String)
  /// A line on standard input cannot be used. The sentence says so.
  case inputUnusable(String)
  /// The daemon has no sessions.
  case noSession
  /// Nothing can be drawn, because standard input or output is not a terminal.
  case noTerminal
  /// No temporary file can be used.
  case temporaryFile(LoopError)
  /// `lock` did not get the lock, which another process holds.
  case locked(String, by: String)
  /// `lock` lost the lock before its command ended.
  case lockLost(String)
  /// A signal ended the command.
  case signal(Int32)
  /// Standard output cannot be written. A closed reader is not an error.
  case output(OutputError)
}

extension Failure {
  /// From sysexits.h where possible. `--help` lists the codes.
  package var exitCode: Int32 {
    switch self {
    case .output(.readerGone): 0
    // As systemctl(1) for a unit that is not active.
    case .notRunning: 3
    case .usage, .noTerminal: 64
    case .refused(let error, _, _): error.exitCode
    case .logInRefused(let error): error.logInExitCode
    case .noBox, .noArgument, .noOption, .noTopic, .noTopics, .noChosenTopic, .noSession:
      RequestError.notFoundExitCode
    case .nothingDone: 1
    case .textKept(_, let failure): failure.exitCode
    case .unreadable, .secretFile: 66
    case .editor(.file): 73
    case .editor: 126
    case .unconnected(.configuration): 78
    case .unconnected, .noExecutable, .daemonEnded, .daemonSilent, .full, .noAnswer: 69
    case .output(.failed): 74
    case .notSent, .lost: 75
    // As timeout(1).
    case .notReached: 124
    // As env(1) and shells do.
    case .commandUnusable(_, let error): error.code == ENOENT ? 127 : 126
    case .commandFailed(_, let ending, _), .commandEnded(let ending):
      switch ending {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      }
    case .outputUnusable, .inputUnusable, .unexpected: 65
    case .temporaryFile: 73
    case .locked: RequestError.conflictExitCode
    case .lockLost: 75
    case .signal(let number): 128 + number
    }
  }

  /// One line that says what is wrong and what to do; nil when there is nothing to report.
  package var sentence: String? {
    switch self {
    case .usage(let message, let command): message.firstLine.followed(by: hint(command))
    case .refused(let error, let method, let question):
      "refused: \(error.message)\(question)"
        + "\(error.advice(on: method, isAsked: !question.isEmpty)) (\(error.code))"
    case .logInRefused(let error):
      "cannot log in: \(error.message)\(error.logInAdvice) (\(error.code))"
    case .secretFile(let file, let error): error.sentence(about: file)
    case .unexpected(let fault):
      "the daemon has sent what this client cannot read: \(fault); use the client of the daemon's"
        + " version"
    case .noBox(let pattern):
      "there is no box under shared. that matches '\(pattern.text.excerpt)'; see what there is with"
        + " 'procon-client get \"shared.**\"'"
    case .noArgument(let column, let text, let near):
      "\(column.topic) has no \(column.side.rawValue) '\(text.excerpt)'\(near.question); see its ids with"
        + " 'procon-client get \(column.path("items"))'"
    case .noOption(let text, let topic, let near):
      "\(topic) has no option '\(text.excerpt)'\(near.question); see them with 'procon-client options \(topic)'"
    case .noTopic(let topic, let near):
      "no topic '\(topic.excerpt)'\(near.question); create it with:"
        + " procon-client new \(Self.creation(of: topic))"
    case .noTopics(let root):
      "there is no topic\(root.map { " in the store '\($0.excerpt)'" } ?? ""); create one with:"
        + " procon-client new TITLE\(root.map { " --root \($0.excerpt)" } ?? "")"
    case .noChosenTopic(let topic, .environment):
      "there is no topic '\(topic.excerpt)', which PROCON_TOPIC names; set it to another one, or unset it"
    case .noChosenTopic(let topic, .terminal):
      "there is no topic '\(topic.excerpt)', which 'use' has chosen on this terminal; choose another one with"
        + " 'procon-client use', or none with 'procon-client use --none'"
    case .nothingDone(let sentence): sentence
    case .textKept(let sentence, let failure):
      [failure.sentence, sentence].compactMap(\.self).joined(separator: "; ")
    case .unreadable(let file, let error): "\(file.excerpt) cannot be read: \(error.reason)"
    case .editor(let error): error.sentence
    case .unconnected(let error): "\(error); \(error.advice)"
    case .noExecutable(let path, let error):
      "no daemon listens, and \(path) cannot be started: \(error.reason); start procond, or name its"
        + " socket with --socket"
    case .daemonEnded(let status, let log):
      "procond was started, but exited with status \(status); \(advice(log))"
    case .daemonSilent(let log): "procond was started, but does not listen yet; \(advice(log))"
    case .full: "the daemon is full; try again"
    case .notSent(let disconnection): "\(disconnection) before the request was sent; try again"
    case .lost(let disconnection, let method):
      "the connection was lost: \(disconnection); \(retry(method))"
    case .noAnswer(let daemon, let method, let timeout):
      "\(daemon) has not answered for \(timeout.inSeconds); \(retry(method)), or give it more time with"
        + " --timeout"
    case .notReached(let path, let state, let wanted, let timeout):
      "\(path.excerpt) is \(state) after \(timeout.inSeconds), and should be \(wanted.printable.truncated(to: 100)); give it"
        + " more time with --timeout"
    case .commandUnusable(let name, let error):
      "'\(name.excerpt)' cannot be run: \(error.reason); name a program in PATH, or give its path"
    case .commandFailed(let name, let ending, let box):
      "'\(name.excerpt)' \(ending.phrase); \(box.excerpt) is unchanged"
    case .outputUnusable(let sentence), .inputUnusable(let sentence): sentence
    case .noSession:
      "this daemon has no sessions; show its boxes with 'procon-client subscribe'"
    case .noTerminal:
      "there is no terminal to draw on; print lines with --plain, or use the commands of"
        + " 'procon-client'"
    case .temporaryFile(let error):
      "no temporary file can be used in /tmp: \(error.reason); free space there"
    case .locked(let path, let holder):
      "\(path.excerpt) is locked by \(holder.printable); wait for it without --nonblock, or longer with"
        + " --wait"
    case .lockLost(let path):
      "the lock \(path.excerpt) was lost while the command ran; see what it has done, then run it again"
    case .output(.failed(let error)):
      "cannot write to standard output: \(error.reason); \(advice(onOutput: error))"
    case .output(.readerGone), .notRunning, .signal, .commandEnded: nil
    }
  }

  /// What to do after an unanswered request, which may have been carried out or not.
  private func retry(_ method: String?) -> String {
    let reading = [
      Get.method, Discover.method, Ping.method, Subscribe.method, Unsubscribe.method,
      Credentials.method,
    ]
    guard let method, !reading.contains(method) else { return "try again" }
    return "see what was done with 'procon-client get', then try again"
  }

  private func hint(_ command: String?) -> String {
    "see '\(CommandName.current.help(command))'"
  }

  private func advice(onOutput error: LoopError) -> String {
    [ENOSPC, EDQUOT].contains(error.code) ? "free space, or write elsewhere" : "write elsewhere"
  }

  private func advice(_ log: String?) -> String {
    log.map { "see \($0)" } ?? "run it by hand to see why"
  }
}

extension Failure {
  /// What `new` takes to create a topic: its title, and the option that selects its store.
  private static func creation(of topic: String) -> String {
    guard let name = TopicName(argument: topic) else { return "\"\(topic.excerpt)\"" }
    let isStandard = name.root == TopicName.defaultRoot
    return name.id.excerpt + (isStandard ? "" : " --root \(name.root.excerpt)")
  }
}

extension Substring {
  /// This sentence or question, followed by another sentence.
  fileprivate func followed(by next: String) -> String {
    last == "?" ? "\(self) \(next.prefix(1).uppercased())\(next.dropFirst())" : "\(self); \(next)"
  }
}

extension String {
  /// The text before the first line end, without a full stop.
  fileprivate var firstLine: Substring {
    let line = prefix { $0 != "\n" }
    return line.last == "." ? line.dropLast() : line
  }
}

extension Failure {
  /// Whether connecting again does not help: another program listens, the log-in fails, or the
  /// daemon has no sessions.
  package var isFinal: Bool {
    switch self {
    case .unconnected(.otherVersion), .unconnected(.otherDaemon), .unconnected(.noDaemon),
      .noSession:
      true
    case .logInRefused, .secretFile, .usage, .nothingDone: !mayPass
    case .textKept(_, let failure): failure.isFinal
    default: false
    }
  }
}
