internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct SupportCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Support a pro or a con.",
    discussion: """
      The argument then has your name. In a pipe, prints the result as one line of JSON:
        procon-client support pro "No breaks"
        procon-client support con 2 --withdraw
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: ArgumentHelp(stringLiteral: ArgumentName.help), completion: .names)
  var argument: ArgumentName

  @Flag(help: "No longer support it.")
  var withdraw = false

  @OptionGroup var about: TopicOptions

  @Option(
    help: "The option that the board belongs to. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let column = try await context.column(side, of: topic.name, option, over: connection)
    let id = try await argument.id(in: column, context, over: connection)
    let result = try await context.call(
      column.path("support").text, about: topic.name,
      [.id: id.json, .support: withdraw ? JSONText(false) : nil], over: connection)
    context.print(
      result,
      as: "you \(withdraw ? "no longer support" : "support") \(side) \(id) of \(topic.words)")
  }
}
