internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct RenameCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the title of a topic.",
    discussion: """
      The topic keeps its id. In a pipe, prints the result as one line of JSON:
        procon-client rename which-editor "Which editor for the team?"
      """)

  @Argument(help: "The id of the topic.", completion: .topics)
  var topic: TopicName

  @Argument(help: "The new title.")
  var title: String

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      "\(topic.root).rename", about: topic, [.id: topic.id.json, .title: title.json],
      over: connection)
    context.print(result, as: "Renamed the topic \(topic).")
  }
}
