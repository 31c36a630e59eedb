internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct ChangeCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change the text or the weight of a pro or a con.",
    discussion: """
      In a pipe, prints the result as one line of JSON:
        procon-client change pro 1 "Fewer errors"
        procon-client change con "High cost" --weight 3
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: ArgumentHelp(stringLiteral: ArgumentName.help), completion: .names)
  var argument: ArgumentName

  @Argument(help: "The new text. (default: unchanged)")
  var text: String?

  @OptionGroup var about: TopicOptions

  @Option(
    help: "The option that the board belongs to. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @Option(
    help: ArgumentHelp("New weight of the argument, 1 to 5. (default: unchanged)", valueName: "n"))
  var weight: Int?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard text != nil || weight != nil else {
      throw ValidationError("give a new text, --weight, or both")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let column = try await context.column(side, of: topic.name, option, over: connection)
    let id = try await argument.id(in: column, context, over: connection)
    let result = try await context.call(
      column.path("change").text, about: topic.name,
      [.id: id.json, .text: text?.json, .weight: weight?.json], over: connection)
    context.print(result, as: "\(side) \(id) changed in \(topic.words)")
  }
}
