internal import ArgumentParser
internal import Loop
internal import Wire

struct SetCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Sets a box under 'shared.'.",
    discussion: """
      Prints the revision, such as {"revision":43}. A value that begins with a dash goes after '--':
        procon-client set shared.weather.now 21.5
        procon-client set shared.weather.sky "rather blue"
        procon-client set shared.weather.now -- -4
      """)

  @Argument(help: "The box, such as shared.weather.now.", transform: Path.argument)
  var path: Path

  @Argument(help: "Its value: JSON if it reads as JSON, else a string.")
  var value: String

  @OptionGroup var common: CommonOptions

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let request = SetBox(box: path, value: JSONText(argument: value))
    try await session.show(SetBox.method, request.parameters)
  }
}
