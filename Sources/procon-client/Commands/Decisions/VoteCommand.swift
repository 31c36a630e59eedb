internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct VoteCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "vote",
    abstract: "Take your position on a topic.",
    discussion: """
      Everybody has at most one position on a topic, and can change it until the topic is decided. \
      'withdraw' takes it back. In a pipe, prints the result as one line of JSON:
        procon-client vote which-editor yes --because "Everybody knows it"
        procon-client vote which-db Postgres
        procon-client vote which-editor abstain
        procon-client vote which-editor withdraw
      """)

  @Argument(help: "The topic.", completion: .topics)
  var topic: TopicName

  @Argument(
    help: ArgumentHelp(
      "What you are for: yes, no, an option by its id or title, or abstain; or withdraw.",
      valueName: "position"), completion: .positions)
  var vote: ChoiceArgument

  @Option(help: "Your reason, in a sentence of at most 500 characters.")
  var because: String?

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  private var isWithdrawal: Bool { vote.text == "withdraw" }

  func validate() throws {
    if isWithdrawal, because != nil {
      throw ValidationError("--because cannot be used with 'withdraw'")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let scene = "\(topic.path).positions"
    if isWithdrawal {
      let result = try await context.call(
        "\(scene).withdraw", about: topic, Parameters([]), over: connection)
      return context.print(result, as: "Withdrew your position on the topic \(topic).")
    }
    let choice = try await vote.choice(
      ["yes", "no", "abstain", "withdraw"], on: topic, in: context, over: connection,
      command: Self._commandName)
    let result = try await context.call(
      "\(scene).take", about: topic,
      [.position: choice.name.rawValue.json, .because: because?.json], over: connection)
    context.print(result, as: "Your position on the topic \(topic) is \(choice.words).")
  }
}
