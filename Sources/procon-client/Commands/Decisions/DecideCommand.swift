internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct DecideCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "decide",
    abstract: "Decide a topic, or drop it without an answer.",
    discussion: """
      The title, the options, the arguments and the positions of a decided topic stay as they are until \
      'reopen'; comments, todos and posts can still be written. In a pipe, prints the result as one line of JSON:
        procon-client decide which-editor yes --reason "Everybody knows it"
        procon-client decide which-db Postgres --reason "Everybody knows it"
        procon-client decide which-editor drop --reason "Everybody uses their own"
      """)

  @Argument(help: "The topic.", completion: .topics)
  var topic: TopicName

  @Argument(
    help: "What is decided: yes, no, or an option by its id or title; or drop.",
    completion: .outcomes)
  var outcome: ChoiceArgument

  @Option(help: "The reason, in at most 2,000 characters.")
  var reason: String

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    if outcome.text == "drop" {
      let result = try await context.call(
        "\(topic.path).decision.drop", about: topic, [.reason: reason.json], over: connection)
      return context.print(result, as: "Dropped the topic \(topic).")
    }
    try await context.decide(
      "decide", topic, outcome, among: ["yes", "no", "drop"], reason, over: connection)
  }
}

extension CommandContext {
  /// Decides a topic, and prints that.
  ///
  /// - Parameters:
  ///   - intent: `decide` or `override`.
  ///   - answers: the words that the command takes on a topic without options.
  @LoopActor
  func decide(
    _ intent: String, _ topic: TopicName, _ outcome: ChoiceArgument,
    among answers: [String], _ reason: String, over connection: Connection
  ) async throws(Failure) {
    let choice = try await outcome.choice(
      answers, on: topic, in: self, over: connection, command: intent)
    let result = try await call(
      "\(topic.path).decision.\(intent)", about: topic,
      [.outcome: choice.name.rawValue.json, .reason: reason.json], over: connection)
    print(result, as: "Decided the topic \(topic): \(choice.words).")
  }
}
