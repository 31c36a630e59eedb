internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct SupersedeCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "supersede",
    abstract: "Name the topic that replaces one that is decided.",
    discussion: """
      Each of the two names the other then. In a pipe, prints the result as one line of JSON:
        procon-client supersede which-db which-db-2
        procon-client supersede which-db --none
      """)

  @Argument(help: "The topic that is decided.", completion: .topics)
  var topic: TopicName

  @Argument(help: "The topic of the same store that replaces it.", completion: .topics)
  var successor: TopicName?

  @Flag(help: "Let no topic replace it any longer.")
  var none = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (successor == nil) == none else {
      throw ValidationError("give the topic that replaces it, or --none")
    }
    guard successor.map({ $0.root == topic.root }) ?? true else {
      throw ValidationError("a topic can only be replaced by one of the same store")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      "\(topic.path).decision.supersede", about: topic, [.successor: (successor?.id ?? "").json],
      over: connection)
    let sentence =
      successor.map { "\($0) replaces the topic \(topic)." }
      ?? "No topic replaces \(topic) any longer."
    context.print(result, as: sentence)
  }
}
