internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct PositionsCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "positions",
    abstract: "List the positions on a topic.",
    usage: "procon-client positions [<options>] [<topic>]",
    discussion: """
      Prints one line for each person, in the order in which the positions were taken: date, person, \
      position and reason, in columns on a terminal and separated by tabs in a pipe. 'get' prints \
      where the decision stands:
        procon-client positions which-editor
        procon-client get --format '{topics.which-editor.decision.line}'
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
    let list = try await context.list(
      of: PositionItem.self, at: Path("\(topic.name.path).positions.items")!, about: topic.name,
      over: connection)
    let rows = list.items.map { item in
      [
        item.date ?? "", item.person.visibleName, item.title?.visibleName ?? item.position.rawValue,
        item.sentence ?? "",
      ].map(\.printable)
    }
    context.print(table: rows, json: list.json)
  }
}
