internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct UndoCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo your own last change to a topic, or another one.",
    usage: "procon-client undo [<options>] [<topic>]",
    discussion: """
      Says what was undone; in a pipe, as one line of JSON. 'undo' fails if something newer depends \
      on the change, such as another user's change of the same argument. Run it again to undo the \
      change before that, and 'redo' to do it again:
        procon-client undo
        procon-client undo which-editor
        procon-client undo --change 12
      """)

  @Argument(help: "The topic, as --topic takes it.", completion: .topics)
  var topic: TopicArgument?

  @OptionGroup var about: TopicOptions

  @Option(
    help: ArgumentHelp("Undo the change with this id in 'history'.", valueName: "id"))
  var change: Int?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, topic, command: Self._commandName, over: connection)
      .name
    let result = try await context.call(
      "\(topic.root).undo", about: topic, [.id: topic.id.json, .change: change?.json],
      over: connection)
    let undone = try result.read(.undone, as: HistoryItem.self)
    context.print(result, as: "Undone: \(undone.text).")
  }
}
