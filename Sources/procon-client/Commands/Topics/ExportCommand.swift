internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct ExportCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print topics with all that belongs to them.",
    discussion: """
      Prints one line of JSON with the arguments and the posts of each topic, but without the history; \
      'import' takes it as it is:
        procon-client export > topics.json
        procon-client export which-editor wiki.cats | jq
      """)

  @Argument(
    help: ArgumentHelp("The topics. (default: all of the store topics)", valueName: "topic"),
    completion: .topics)
  var topics: [TopicName] = []

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    var names = topics
    if names.isEmpty {
      names = try await context.topicNames(over: connection)
        .filter { $0.root == TopicName.defaultRoot }
    }
    var exported: [JSONText] = []
    for topic in names {
      let result = try await context.call(
        "\(topic.root).export", about: topic, ["id": topic.id.json], over: connection)
      if let content = result["topic"] { exported.append(content) }
    }
    context.print(["topics": JSONText(elements: exported)])
  }
}
