internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import UVLoop

struct HistoryCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List what was done to a topic.",
    discussion: """
      Prints a line for each change, newest first: its id, its date, who made it and what it was, in \
      columns on a terminal and with tabs between them in a pipe. Of each topic, the daemon keeps the \
      newest 1,000 changes.
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
        item["author"]?.string?.printable ?? "", item["text"]?.string?.printable ?? "",
      ]
    }
    context.print(table: rows)
  }
}
