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
        procon-client vote which-editor abstain
        procon-client vote which-editor withdraw
      """)

  @Argument(help: "The topic.", completion: .topics)
  var topic: TopicName

  @Argument(help: "What you are for.")
  var vote: Vote

  @Option(help: "Your reason, in a sentence of at most 500 characters.")
  var because: String?

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  enum Vote: String, CaseIterable, ExpressibleByArgument {
    case yes, no, abstain, withdraw
  }

  func validate() throws {
    if vote == .withdraw, because != nil {
      throw ValidationError("--because cannot be used with 'withdraw'")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let scene = "\(topic.path).positions"
    if vote == .withdraw {
      let result = try await context.call(
        "\(scene).withdraw", about: topic, Parameters([]), over: connection)
      return context.print(result, as: "Withdrew your position on the topic \(topic).")
    }
    let result = try await context.call(
      "\(scene).take", about: topic,
      [.position: vote.rawValue.json, .because: because?.json], over: connection)
    context.print(result, as: "Your position on the topic \(topic) is \(vote.rawValue).")
  }
}
