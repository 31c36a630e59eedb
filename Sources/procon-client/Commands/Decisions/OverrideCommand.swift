internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct OverrideCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "override",
    abstract: "Decide a topic although its rule does not allow it yet.",
    usage: "procon-client override [<options>] [<topic>] <outcome> --reason <reason>",
    discussion: """
      For when too few people have answered, or an objection is open. The decision says so. In a pipe, prints the result as \
      one line of JSON:
        procon-client override which-editor yes --reason "Nobody else is here this week"
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: "What is decided: yes, no, or an option by its id or title.", completion: .outcomes)
  var outcome: String?

  @Option(help: "The reason, in at most 2,000 characters.")
  var reason: String

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  private func words() throws(ValidationError) -> TopicAndWord {
    try TopicAndWord(topic, outcome, "outcome")
  }

  func validate() throws {
    _ = try words()
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let topic = try await context.topic(
      about, before: words, isSafe: false, missing: "an outcome", command: Self._commandName,
      over: connection)
    try await context.decide(
      "override", topic, words.word, among: ["yes", "no"], reason, over: connection)
  }
}
