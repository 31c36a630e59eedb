internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct RemoveCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a pro, a con or a topic.",
    discussion: """
      Prints the result as one line of JSON. Before it removes a topic with all that belongs to it, it \
      asks; without a terminal it needs --yes.
        procon-client remove pro "No breaks"
        procon-client remove con 2
        procon-client remove topic which-editor --yes
      """)

  /// What can be removed.
  enum Kind: String, CaseIterable, ExpressibleByArgument, Sendable {
    case pro
    case con
    case topic

    /// nil for a topic.
    var side: Side? { Side(rawValue: rawValue) }
  }

  @Argument(help: "What to remove.")
  var kind: Kind

  @Argument(
    help: ArgumentHelp(
      "The id of the argument, a whole number, or its text in upper or lower case; or the id of the"
        + " topic.", valueName: "id|text"))
  var name: String

  @Option(help: "The topic of the argument. (default: ai)", completion: .topics)
  var topic: TopicName?

  @Flag(help: "Remove a topic without asking.")
  var yes = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard kind == .topic else { return }
    guard topic == nil else { throw ValidationError("--topic is for a pro or a con") }
    guard TopicName(argument: name) != nil else {
      throw ValidationError("'\(name.excerpt)' is not the id of a topic")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    if let side = kind.side {
      let topic = topic ?? .ai
      let argument = ArgumentName(argument: name)
      let id = try await argument.id(side, of: topic, in: context, over: connection)
      context.print(
        try await context.call(
          topic.path(side, "remove").text, about: topic, ["id": id.json], over: connection))
    } else if let topic = TopicName(argument: name) {
      guard try await context.topicNames(over: connection).contains(topic) else {
        throw .noTopic(topic)
      }
      try await context.confirm(
        "Are you sure you want to delete the topic \(topic) with all that belongs to it?",
        isConfirmed: yes, command: Self._commandName)
      context.print(
        try await context.call(
          "\(topic.root).remove", about: topic, ["id": topic.id.json], over: connection))
    }
  }
}
