internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct AddCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a pro or a con.",
    discussion: """
      In a pipe, prints the result as one line of JSON, with the id of the argument. Put a text \
      that begins with a dash after '--':
        procon-client add pro "No breaks"
        procon-client add con "High cost" --weight 3
        procon-client add pro "Known by everybody" --topic which-db --option Postgres
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: "The text of the argument.")
  var text: String

  @OptionGroup var about: TopicOptions

  @Option(
    help: "The option that the board belongs to. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @Option(help: ArgumentHelp("Weight of the argument, 1 to 5. (default: 1)", valueName: "n"))
  var weight: Int?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let column = try await context.column(side, of: topic.name, option, over: connection)
    let result = try await context.call(
      column.path("add").text, about: topic.name, [.text: text.json, .weight: weight?.json],
      over: connection)
    context.print(
      result, as: "\(side) \(result.newID) \"\(text.visibleName)\" added to \(topic.words)")
  }
}
