internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct RenameCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the title of a topic.",
    usage: "procon-client rename [<options>] [<topic>] <title>",
    discussion: """
      The topic keeps its id. In a pipe, prints the result as one line of JSON:
        procon-client rename which-editor "Which editor for the team?"
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(help: "The new title.")
  var title: String?

  @OptionGroup var about: TopicOptions

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  private func words() throws(ValidationError) -> TopicAndWord {
    try TopicAndWord(topic, title, "title")
  }

  func validate() throws {
    _ = try words()
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let topic = try await context.topic(
      about, before: words, missing: "a title", command: Self._commandName, over: connection
    ).name
    let result = try await context.call(
      "\(topic.root).rename", about: topic, [.id: topic.id.json, .title: words.word.json],
      over: connection)
    context.print(result, as: "Renamed the topic \(topic).")
  }
}
