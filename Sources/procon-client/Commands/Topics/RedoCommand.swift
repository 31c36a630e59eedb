internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct RedoCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Do again what you have undone last in a topic.",
    usage: "procon-client redo [<options>] [<topic>]",
    discussion: """
      Says what was done again; in a pipe, as one line of JSON. 'redo' fails if you have changed \
      something else since, or if something newer depends on what was undone:
        procon-client redo
        procon-client redo which-editor
      """)

  @Argument(help: "The topic, as --topic takes it.", completion: .topics)
  var topic: TopicArgument?

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, topic, command: Self._commandName, over: connection)
      .name
    let result = try await context.call(
      "\(topic.root).redo", about: topic, [.id: topic.id.json], over: connection)
    let redone = try result.read(.redone, as: HistoryItem.self)
    context.print(result, as: "Done again: \(redone.text).")
  }
}
