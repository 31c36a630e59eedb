internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct DecideCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "decide",
    abstract: "Decide a topic, or drop it without an answer.",
    discussion: """
      The title, the arguments and the positions of a decided topic stay as they are until 'reopen'; \
      posts can still be written. In a pipe, prints the result as one line of JSON:
        procon-client decide which-editor yes --reason "Everybody knows it"
        procon-client decide which-editor drop --reason "Everybody uses their own"
      """)

  @Argument(help: "The topic.", completion: .topics)
  var topic: TopicName

  @Argument(help: "What is decided.")
  var outcome: Outcome

  @Option(help: "The reason, in at most 2,000 characters.")
  var reason: String

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  enum Outcome: String, CaseIterable, ExpressibleByArgument {
    case yes, no, drop
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    if outcome == .drop {
      let result = try await context.call(
        "\(topic.path).decision.drop", about: topic, [.reason: reason.json], over: connection)
      return context.print(result, as: "Dropped the topic \(topic).")
    }
    let result = try await context.call(
      "\(topic.path).decision.decide", about: topic,
      [.outcome: outcome.rawValue.json, .reason: reason.json], over: connection)
    context.print(result, as: "Decided the topic \(topic): \(outcome.rawValue).")
  }
}
