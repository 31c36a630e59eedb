internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import UVLoop

struct RemoveCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a pro or a con.",
    discussion: """
      Prints the result as one line of JSON:
        procon-client remove pro "No breaks"
        procon-client remove con 2
      """)

  @Argument(help: "The side of the argument.")
  var side: Side

  @Argument(
    help: ArgumentHelp(
      "The id of the argument, a whole number, or its text in upper or lower case.",
      valueName: "id|text"))
  var argument: String

  @Option(help: "The topic of the argument.", completion: .topics)
  var topic = TopicName.ai

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let id = try await id(in: context, over: connection)
    let parameters = Parameters([Parameters.Member(name: "id", value: JSONText(id))])
    try await context.printResult(of: topic.path(side, "remove").text, parameters, over: connection)
  }

  private var isID: Bool {
    !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  @LoopActor
  private func id(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> String {
    if isID { return argument }
    let path = topic.path(side, "items")
    let get = Get(patterns: Pattern(path.text).map { [$0] } ?? [])
    let state = try await context.call(Get.method, get.parameters, over: connection)
    let items = state["boxes"]?[path.text]?.elements ?? []
    let found =
      items.first { $0["text"]?.string == argument }
      ?? items.first { $0["text"]?.string?.lowercased() == argument.lowercased() }
    guard let id = found?["id"]?.string else {
      let near = items.compactMap { $0["text"]?.string }.nearest(to: argument)
      throw .noArgument(side, text: argument, topic: topic.text, near: near)
    }
    return id
  }
}
