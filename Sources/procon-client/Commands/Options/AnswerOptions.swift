internal import ArgumentParser

/// The options of a command that ends with the daemon's answer.
struct AnswerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum time without an answer from the daemon, \(Timeout.help). (default:"
        + " \(standard.components.seconds))",
      valueName: "seconds"))
  var timeout: Double?

  /// A daemon answers within milliseconds, or within two seconds when it must load something first.
  static let standard = Duration.seconds(10)

  var duration: Duration { timeout.map(Timeout.duration) ?? Self.standard }

  func validate() throws {
    try Timeout.validate(timeout)
  }
}

/// The values of `--timeout`, in seconds.
enum Timeout {
  /// Up to a year.
  private static let range = 0.001...31_536_000

  /// The range in words.
  static var help: String { "\(range.lowerBound) to \(Int(range.upperBound)) seconds" }

  static func validate(_ seconds: Double?) throws(ValidationError) {
    if let seconds, !range.contains(seconds) {
      throw ValidationError("--timeout must be \(help)")
    }
  }

  /// - Parameter seconds: a valid number.
  static func duration(_ seconds: Double) -> Duration {
    .milliseconds((seconds * 1000).rounded(.up))
  }
}
