internal import ArgumentParser

/// What `set` and `delete` can be made to depend on.
struct RevisionCondition: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only if the box has not changed since this revision.", valueName: "n"))
  var ifRevision: Int?

  func validate() throws {
    guard ifRevision ?? 0 >= 0 else {
      throw ValidationError("--if-revision must be a whole number from 0")
    }
  }
}
