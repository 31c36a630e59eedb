internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct NewCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a topic.",
    usage: "procon-client new [<options>] <title>",
    discussion: """
      In a pipe, prints the result as one line of JSON, with the id of the topic for --topic. The \
      id is made from the title:
        procon-client new "Which editor?"
        procon-client add pro "Everybody knows it" --topic which-editor

      On a terminal, the new topic is the one that commands are about from now on, as if 'use' had \
      chosen it.
      """)

  @Argument(help: "The title of the topic.")
  var title: String

  @Option(help: "The root path of the store to create it in.")
  var root = RootName.standard

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      "\(root).create", [.title: title.json], over: connection)
    let name = root.name(ofTopic: result.newID)
    let isCurrent = TopicName(argument: name).map { (try? context.use($0)) != nil } ?? false
    context.print(
      result,
      as:
        "Created the topic \(name)\(isCurrent ? "; commands on this terminal are about it now" : "")."
    )
  }
}
