internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct DeleteCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a box under 'shared.'.",
    discussion: "Prints the revision, such as {\"revision\":44}.")

  @Argument(
    help: "The box, such as shared.weather.now.", completion: .sharedBoxes,
    transform: Path.argument)
  var path: Path

  @OptionGroup var condition: RevisionCondition
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let request = DeleteBox(box: path, ifRevision: condition.ifRevision)
    try await context.printResult(of: DeleteBox.method, request.parameters)
  }
}
