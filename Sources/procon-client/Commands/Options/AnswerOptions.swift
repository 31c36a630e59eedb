internal import ArgumentParser
internal import TerminalClient

/// The options of a command that ends with the daemon's answer.
struct AnswerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum time without an answer from the daemon, \(TimeOption.timeout.help). (default:"
        + " \(AnswerWait.standard.components.seconds)s)",
      valueName: "time"), transform: TimeOption.timeout.duration)
  var timeout: Duration?

  var duration: Duration { timeout ?? AnswerWait.standard }
}
