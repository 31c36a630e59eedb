internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct SupersedeCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "supersede",
    abstract: "Name the topic that replaces one that is decided.",
    discussion: """
      Each of the two names the other then. In a pipe, prints the result as one line of JSON:
        procon-client supersede which-db which-db-2
        procon-client supersede which-db --none
      """)

  @Argument(
    help: "The topic that is decided, as --topic takes it; is left out with --topic.",
    completion: .topics)
  var topic: TopicArgument?

  @Argument(help: "The topic of the same store that replaces it.", completion: .topics)
  var successor: TopicArgument?

  @Flag(help: "Let no topic replace it any longer.")
  var none = false

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// The two topics; which one is left out depends on --topic.
  private var words: (topic: TopicArgument?, successor: TopicArgument?) {
    about.topic != nil && successor == nil ? (nil, topic) : (topic, successor)
  }

  func validate() throws {
    guard topic != nil || about.topic != nil, (words.successor == nil) == none else {
      throw ValidationError(
        "give the topic that is decided, and the one that replaces it or --none")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let command = Self._commandName
    let topic = try await context.topic(about, words.topic, command: command, over: connection)
    var successor: KnownTopic?
    if let argument = words.successor {
      successor = try await context.topic(
        argument, under: about.root, command: command, over: connection)
    }
    guard successor.map({ $0.name.root == topic.name.root }) ?? true else {
      throw .usage("a topic can only be replaced by one of the same store", command: command)
    }
    let result = try await context.call(
      "\(topic.name.path).decision.supersede", about: topic.name,
      [.successor: (successor?.name.id ?? "").json], over: connection)
    let sentence =
      successor.map { "\($0.words) replaces \(topic.words)." }
      ?? "No topic replaces \(topic.words) any longer."
    context.print(result, as: sentence)
  }
}
