internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct MoveCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a pro or a con before another one, or to the other side.",
    discussion: """
      In a pipe, prints the result as one line of JSON, with the id of the argument, which is a \
      new one on the other side:
        procon-client move pro "No breaks" --before 1
        procon-client move con "Lesser jobs" --to pro
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: ArgumentHelp(stringLiteral: ArgumentName.help), completion: .names)
  var argument: ArgumentName

  @Option(help: "The side to move it to. (default: the same side)")
  var to: SideName?

  @Option(
    help: ArgumentHelp(
      "The argument on that side to put it before. (default: the end)",
      valueName: "id|text"))
  var before: ArgumentName?

  @Option(help: "The topic of the argument.", completion: .topics)
  var topic = TopicName.ai

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let id = try await argument.id(side, of: topic, in: context, over: connection)
    let next = try await before?.id(to ?? side, of: topic, in: context, over: connection)
    let result = try await context.call(
      topic.path(side, "move").text, about: topic,
      [.id: id.json, .to: to?.rawValue.json, .before: next?.json], over: connection)
    let place = (to ?? side) == side ? "" : ": it is \(to ?? side) \(result.newID) now"
    context.print(result, as: "Moved \(side) \(id)\(place).")
  }
}
