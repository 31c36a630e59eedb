internal import ArgumentParser
internal import TerminalClient
internal import UVLoop

/// A command that needs a daemon.
protocol DaemonCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
  /// Whether to start a daemon if none listens.
  var mayStart: Bool { get }
  /// Maximum time without an answer from the daemon.
  var answerTimeout: Duration { get }
  /// Whether it reads standard input, or passes it on to another program.
  var readsStandardInput: Bool { get }
  /// Whether it prints a list or the result of a change as JSON, also on a terminal.
  var printsJSON: Bool { get }

  /// Runs the command. Some output may still be queued when it returns.
  @LoopActor
  func run(in context: CommandContext) async throws(Failure)
}

extension DaemonCommand {
  var mayStart: Bool { !common.noStart }
  var answerTimeout: Duration { AnswerWait.standard }
  var readsStandardInput: Bool { false }
  var printsJSON: Bool { false }
}

/// A command that can end with the daemon's answer.
protocol RequestCommand: DaemonCommand {
  var answer: AnswerOptions { get }
}

extension RequestCommand {
  var answerTimeout: Duration { answer.duration }
}

/// A command that prints a list or the result of a change.
protocol ResultCommand: RequestCommand {
  var form: JSONFlag { get }
}

extension ResultCommand {
  var printsJSON: Bool { form.json }
}
