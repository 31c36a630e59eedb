internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct VoteCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "vote",
    abstract: "Take your position on a topic.",
    usage: "procon-client vote [<options>] [<topic>] <position>",
    discussion: """
      Everybody has at most one position on a topic, and can change it until the topic is decided. \
      'withdraw' takes it back. In a pipe, prints the result as one line of JSON:
        procon-client vote which-editor yes --because "Everybody knows it"
        procon-client vote which-db Postgres
        procon-client vote abstain --topic which-editor
        procon-client vote which-editor withdraw
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: ArgumentHelp(
      "What you are for: yes, no, an option by its id or title, or abstain; or withdraw.",
      valueName: "position"), completion: .positions)
  var vote: String?

  @Option(help: "Your reason, in a sentence of at most 500 characters.")
  var because: String?

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  private func words() throws(ValidationError) -> TopicAndWord {
    try TopicAndWord(topic, vote, "position")
  }

  func validate() throws {
    if try words().word == "withdraw", because != nil {
      throw ValidationError("--because cannot be used with 'withdraw'")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let topic = try await context.topic(
      about, before: words, missing: "a position", command: Self._commandName, over: connection)
    let scene = "\(topic.name.path).positions"
    if words.word == "withdraw" {
      let result = try await context.call(
        "\(scene).withdraw", about: topic.name, Parameters([]), over: connection)
      return context.print(result, as: "Withdrew your position on \(topic.words).")
    }
    let choice = try await ChoiceArgument(argument: words.word).choice(
      ["yes", "no", "abstain", "withdraw"], on: topic.name, in: context, over: connection,
      command: Self._commandName)
    let result = try await context.call(
      "\(scene).take", about: topic.name,
      [.position: choice.name.rawValue.json, .because: because?.json], over: connection)
    context.print(result, as: "Your position on \(topic.words) is \(choice.words).")
  }
}
