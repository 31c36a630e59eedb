internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct AskCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Set who is asked about a topic, until when, and how many must answer.",
    discussion: """
      Replaces the rule that the topic has; without options, removes it. Only positions of people \
      who are asked count. A group means the members that it has now. After the deadline, the \
      status is 'due'; with --auto-close, the daemon decides then if the quorum has answered and \
      one outcome leads. In a pipe, prints the result as one line of JSON:
        procon-client ask which-editor ada bob group:staff --quorum 3
        procon-client ask which-editor --quorum 2 --until 2026-12-01T17:00:00Z --auto-close
      """)

  @Argument(
    help: "The topic, as --topic takes it. With --topic, all words are users and groups.",
    completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: "The users who are asked, and groups as group:NAME. (default: everyone)",
    completion: .people)
  var people: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many must have answered: a number, or a share such as 60% of named people.",
      valueName: "n"))
  var quorum: String?

  @Option(
    help: ArgumentHelp("The deadline, such as 2026-12-01T17:00:00Z.", valueName: "date"))
  var until: String?

  @Flag(help: "Let the daemon decide at the deadline.")
  var autoClose = false

  @Flag(help: "Let no decision be made while an objection is open.")
  var objectionsBlock = false

  @Flag(help: "Let those who may decide resolve objections of others.")
  var decidersResolve = false

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// Whether the topic has no rule afterwards.
  private var isEmpty: Bool {
    people.isEmpty && (about.topic == nil || topic == nil) && quorum == nil && until == nil
      && !objectionsBlock && !decidersResolve
  }

  func validate() throws {
    // A rule is not removed from a topic that nobody has named.
    guard !isEmpty || topic != nil || about.topic != nil else {
      throw ValidationError("name the topic, and who is asked")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let first = about.topic == nil ? nil : self.topic?.text
    let people = [first].compactMap(\.self) + people
    let topic = try await context.topic(
      about, about.topic == nil ? self.topic : nil, command: Self._commandName, over: connection)
    let names = people.isEmpty ? nil : JSONText(elements: people.map(\.json))
    let result = try await context.call(
      "\(topic.name.path).decision.ask", about: topic.name,
      [
        .asked: names, .quorum: quorum?.json, .deadline: until?.json,
        .autoClose: autoClose ? JSONText(true) : nil,
        .objectionsBlock: objectionsBlock ? JSONText(true) : nil,
        .decidersResolve: decidersResolve ? JSONText(true) : nil,
      ], over: connection)
    context.print(
      result, as: "\(isEmpty ? "Removed" : "Set") the rule for the decision of \(topic.words).")
  }
}
