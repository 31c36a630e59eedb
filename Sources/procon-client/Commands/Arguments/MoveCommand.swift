internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct MoveCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a pro or a con before another one, to the other side or to another board.",
    discussion: """
      In a pipe, prints the result as one line of JSON, with the id of the argument, which is a \
      new one in another place:
        procon-client move pro "No breaks" --before 1
        procon-client move con "Lesser jobs" --to pro
        procon-client move pro "Known" --topic which-db --option SQLite --to-option Postgres
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: ArgumentHelp(stringLiteral: ArgumentName.help), completion: .names)
  var argument: ArgumentName

  @Option(help: "The side to move it to. (default: the same side)")
  var to: SideName?

  @Option(
    help: ArgumentHelp(
      "The argument there to put it before. (default: the end)",
      valueName: "id|text"))
  var before: ArgumentName?

  @OptionGroup var about: TopicOptions

  @Option(
    help: "The option that the board belongs to. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @Option(
    help: ArgumentHelp(
      "The option to whose board to move it, or empty for the topic's own. (default: the same board)"
    ),
    completion: .options)
  var toOption: OptionName?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let column = try await context.column(side, of: topic.name, option, over: connection)
    let target =
      toOption == nil
      ? ColumnName(topic.name, to ?? side, of: column.option)
      : try await context.column(to ?? side, of: topic.name, toOption, over: connection)
    let id = try await argument.id(in: column, context, over: connection)
    let next = try await before?.id(in: target, context, over: connection)
    let result = try await context.call(
      column.path("move").text, about: topic.name,
      [
        .id: id.json, .to: to?.rawValue.json,
        .option: target.option == column.option ? nil : (target.option ?? "").json,
        .before: next?.json,
      ], over: connection)
    let place = target == column ? "" : ": it is \(to ?? side) \(result.newID) now"
    context.print(result, as: "\(side) \(id) moved in \(topic.words)\(place)")
  }
}
