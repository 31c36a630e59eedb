internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct ReopenCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Reopen a topic that is decided.",
    usage: "procon-client reopen [<options>] [<topic>]",
    discussion: """
      The board continues, and everybody is asked for a position again. The decision stays in the \
      history, if the store keeps one. In a pipe, prints the result as one line of JSON:
        procon-client reopen which-editor
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
    let result = try await context.call(
      "\(topic.name.path).decision.reopen", about: topic.name, Parameters([]), over: connection)
    context.print(result, as: "Reopened \(topic.words).")
  }
}
