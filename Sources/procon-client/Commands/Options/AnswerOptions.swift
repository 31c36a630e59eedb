internal import ArgumentParser

/// The options of a command that ends with the daemon's answer.
struct AnswerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum time without an answer from the daemon, \(TimeOption.timeout.help). (default:"
        + " \(standard.components.seconds)s)",
      valueName: "time"), transform: TimeOption.timeout.duration)
  var timeout: Duration?

  /// A daemon answers within milliseconds, or within two seconds when it must load something first.
  static let standard = Duration.seconds(10)

  var duration: Duration { timeout ?? Self.standard }
}
