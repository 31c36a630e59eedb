internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct CommentCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Comment on a pro or a con, or remove a comment.",
    discussion: """
      Decided topics can be commented on, too. In a pipe, prints the result as one line of JSON, with \
      the id of the comment:
        procon-client comment pro "No breaks" "See https://example.com/uptime"
        procon-client comment con 2 --remove 1
      """)

  @Argument(help: "The side of the argument.")
  var side: SideName

  @Argument(help: ArgumentHelp(stringLiteral: ArgumentName.help), completion: .names)
  var argument: ArgumentName

  @Argument(help: "The text of the comment.")
  var text: String?

  @Option(help: ArgumentHelp("Remove the comment with this id.", valueName: "id"))
  var remove: String?

  @OptionGroup var about: TopicOptions

  @Option(
    help: "The option that the board belongs to. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (text == nil) != (remove == nil) else {
      throw ValidationError("give the text of a comment, or --remove and the id of one")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let column = try await context.column(side, of: topic.name, option, over: connection)
    let id = try await argument.id(in: column, context, over: connection)
    if let remove {
      let result = try await context.call(
        column.path("uncomment").text, about: topic.name, [.id: id.json, .comment: remove.json],
        over: connection)
      return context.print(
        result, as: "comment \(remove) removed from \(side) \(id) of \(topic.words)")
    }
    let result = try await context.call(
      column.path("comment").text, about: topic.name, [.id: id.json, .text: text?.json],
      over: connection)
    context.print(result, as: "comment \(result.newID) added to \(side) \(id) of \(topic.words)")
  }
}
