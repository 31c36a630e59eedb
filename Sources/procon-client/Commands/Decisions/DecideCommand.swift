internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct DecideCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "decide",
    abstract: "Decide a topic, or drop it without an answer.",
    usage: "procon-client decide [<options>] [<topic>] <outcome> --reason <reason>",
    discussion: """
      The title, the options, the arguments and the positions of a decided topic stay as they are until \
      'reopen'; comments, todos and posts can still be written. Without a terminal, the beginning of the \
      topic's id is not enough. In a pipe, prints the result as one line of JSON:
        procon-client decide which-editor yes --reason "Everybody knows it"
        procon-client decide which-db Postgres --reason "Everybody knows it"
        procon-client decide which-editor drop --reason "Everybody uses their own"
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: "What is decided: yes, no, or an option by its id or title; or drop.",
    completion: .outcomes)
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
    if words.word == "drop" {
      let result = try await context.call(
        "\(topic.name.path).decision.drop", about: topic.name, [.reason: reason.json],
        over: connection)
      return context.print(result, as: "Dropped \(topic.words).")
    }
    try await context.decide(
      "decide", topic, words.word, among: ["yes", "no", "drop"], reason, over: connection)
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
    _ intent: String, _ topic: KnownTopic, _ outcome: String,
    among answers: [String], _ reason: String, over connection: Connection
  ) async throws(Failure) {
    let choice = try await ChoiceArgument(argument: outcome).choice(
      answers, on: topic.name, in: self, over: connection, command: intent)
    let result = try await call(
      "\(topic.name.path).decision.\(intent)", about: topic.name,
      [.outcome: choice.name.rawValue.json, .reason: reason.json], over: connection)
    print(result, as: "Decided \(topic.words): \(choice.words).")
  }
}
