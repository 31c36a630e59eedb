internal import ArgumentParser

/// The option `--json`, the short form of `--format json` where a command has formats.
struct JSONFlag: ParsableArguments {
  @Flag(help: "Print JSON for programs such as jq.")
  var json = false

  /// - Parameter isGiven: whether the command line also has `--format`.
  func validate(withFormat isGiven: Bool) throws(ValidationError) {
    guard !json || !isGiven else {
      throw ValidationError("--json is short for --format json: leave out one of them")
    }
  }
}
