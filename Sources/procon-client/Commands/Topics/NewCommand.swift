internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct NewCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a topic.",
    discussion: """
      Prints the result as one line of JSON, with the id of the topic, which is made from its title \
      and is what --topic takes:
        procon-client new "Which editor?"
        procon-client add pro "Everybody knows it" --topic which-editor
      """)

  @Argument(help: "The title of the topic.")
  var title: String

  @Option(help: "The root path of the store in which to make it.")
  var root = RootName.standard

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try await context.printResult(of: "\(root).create", ["title": title.json])
  }
}
