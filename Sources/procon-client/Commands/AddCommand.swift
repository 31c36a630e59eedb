internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct AddCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a pro or a con.",
    discussion: """
      Prints the result as one line of JSON. A text that begins with a dash goes after '--':
        procon-client add pro "No breaks"
        procon-client add con "High cost" --weight 3
      """)

  @Argument(help: "Which side it is on.")
  var side: Side

  @Argument(help: "What it says.")
  var text: String

  @Option(help: "The topic that it is about.", completion: .topics)
  var topic = TopicName.ai

  @Option(help: ArgumentHelp("How much it counts, 1 to 5. (default: 1)", valueName: "n"))
  var weight: Int?

  @OptionGroup var common: CommonOptions

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    var members = [Parameters.Member(name: "text", value: JSONText(text))]
    if let weight { members.append(Parameters.Member(name: "weight", value: JSONText(weight))) }
    try await session.show(topic.path(side, "add").text, Parameters(members))
  }
}
