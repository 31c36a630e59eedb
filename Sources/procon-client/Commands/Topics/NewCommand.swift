internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import OperatingSystem
internal import TerminalClient
internal import UVLoop

struct NewCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a topic.",
    usage: "procon-client new [<options>] <title>",
    discussion: """
      In a pipe, prints the result as one line of JSON, with the id of the topic for --topic. Without \
      --id, the id is made from the title:
        procon-client new "Which editor?"
        procon-client add pro "Everybody knows it" --topic which-editor
        procon-client new "Which database for the new service?" --id which-db

      On a terminal, the new topic is the one that commands are about from now on, as if 'use' had \
      chosen it.
      """)

  @Argument(help: "The title of the topic.")
  var title: String

  @Option(
    help: ArgumentHelp(
      "The id of the topic, 1 to 64 ASCII letters, digits, hyphens and underscores; refused if it is in"
        + " use. (default: made from the title)", valueName: "id"))
  var id: String?

  @Option(help: "The root path of the store to create it in.")
  var root = RootName.standard

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      "\(root).create", [.title: title.json, .id: id?.json], over: connection)
    let name = root.name(ofTopic: result.newID)
    let isChosen = TopicName(argument: name).map { (try? context.use($0)) != nil } ?? false
    // The variable overrides the choice.
    let isCurrent = isChosen && Environment["PROCON_TOPIC"]?.isEmpty ?? true
    context.print(
      result, as: "Created the topic \(name)\(isCurrent ? "; it is the current topic now" : "").")
  }
}
