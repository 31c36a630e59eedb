internal import ArgumentParser

/// The short form of `--format json`.
struct JSONFlag: ParsableArguments {
  @Flag(help: "Print JSON that programs such as jq read, as --format json does.")
  var json = false

  /// - Parameter isGiven: whether the command line also has `--format`.
  func validate(withFormat isGiven: Bool) throws(ValidationError) {
    guard !json || !isGiven else {
      throw ValidationError("--json is short for --format json: leave out one of them")
    }
  }
}
