internal import ArgumentParser
internal import Loop
internal import Wire

struct DeleteCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Removes a box under 'shared.'.",
    discussion: "Prints the revision, such as {\"revision\":44}.")

  @Argument(help: "The box, such as shared.weather.now.", transform: Path.argument)
  var path: Path

  @OptionGroup var common: CommonOptions

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    try await session.show(DeleteBox.method, DeleteBox(box: path).parameters)
  }
}
