internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct OverrideCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "override",
    abstract: "Decide a topic although its rule does not allow it yet.",
    discussion: """
      For when too few people have answered, or an objection is open. The decision says so. In a pipe, prints the result as \
      one line of JSON:
        procon-client override which-editor yes --reason "Nobody else is here this week"
      """)

  @Argument(help: "The topic.", completion: .topics)
  var topic: TopicName

  @Argument(
    help: "What is decided: yes, no, or an option by its id or title.", completion: .outcomes)
  var outcome: ChoiceArgument

  @Option(help: "The reason, in at most 2,000 characters.")
  var reason: String

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    try await context.decide(
      "override", topic, outcome, among: ["yes", "no"], reason, over: connection)
  }
}
