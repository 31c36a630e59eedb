internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct HistoryCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of a topic.",
    discussion: """
      Prints one line for each change, newest first: id, date, author and description, in columns \
      on a terminal and separated by tabs in a pipe. The daemon keeps the newest 1,000 changes of \
      each topic.
        procon-client history
        procon-client history which-editor --limit 5
      """)

  @Argument(help: "The topic. (default: ai)", completion: .topics)
  var topic = TopicName.ai

  @Option(help: ArgumentHelp("Maximum number of changes, 1 to 1000.", valueName: "n"))
  var limit = 50

  @Option(help: ArgumentHelp("Only changes older than the one with this id.", valueName: "id"))
  var before: Int?

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      "\(topic.root).history", about: topic,
      ["id": topic.id.json, "limit": limit.json, "before": before?.json], over: connection)
    let rows = (result["items"]?.elements ?? []).map { item in
      [
        item["id"]?.integer.map(String.init) ?? "", item["date"]?.string ?? "",
        item["author"]?.string?.visibleName ?? "", item["text"]?.string?.printable ?? "",
      ]
    }
    context.print(table: rows)
  }
}
