internal import ArgumentParser

/// The condition under which `set` and `delete` change a box.
struct RevisionCondition: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fail if the box has changed since this revision.", valueName: "n"))
  var ifRevision: Int?

  func validate() throws {
    guard ifRevision ?? 0 >= 0 else {
      throw ValidationError("--if-revision must be a whole number from 0")
    }
  }
}
