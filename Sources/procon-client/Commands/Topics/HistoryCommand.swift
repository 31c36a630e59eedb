internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct HistoryCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of a topic, or those of the list of topics.",
    discussion: """
      Prints one line for each change, newest first: id, date, author and description, in columns \
      on a terminal and separated by tabs in a pipe. The daemon keeps the newest 1,000 changes of \
      each topic. Without a topic, the lines say who has created, renamed, removed and restored \
      topics, with the topic's id before the description; the daemon keeps the newest 10,000.
        procon-client history
        procon-client history which-editor --limit 5
      """)

  @Argument(
    help: "The topic. (default: the changes of the list of topics)",
    completion: .topics)
  var topic: TopicArgument?

  @OptionGroup var about: TopicOptions

  @Option(help: ArgumentHelp("Maximum number of changes, 1 to 1000.", valueName: "n"))
  var limit = 50

  @Option(help: ArgumentHelp("Only changes older than the one with this id.", valueName: "id"))
  var before: Int?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    guard topic != nil || about.topic != nil else {
      let result = try await context.call(
        "\(about.root ?? .standard).history", [.limit: limit.json, .before: before?.json],
        over: connection)
      return try context.print(history: result, namesTopics: true)
    }
    let topic = try await context.topic(
      about, topic, command: Self._commandName, over: connection
    ).name
    let result = try await context.call(
      "\(topic.root).history", about: topic,
      [.id: topic.id.json, .limit: limit.json, .before: before?.json], over: connection)
    try context.print(history: result, namesTopics: false)
  }
}

extension CommandContext {
  /// Prints the changes in an answer, one a line.
  func print(history result: JSONText, namesTopics: Bool) throws(Failure) {
    let rows = try result.read(.items, as: [HistoryItem].self).map { item in
      ["\(item.id)", item.date.printable, item.author.visibleName]
        + (namesTopics ? [(item.topic ?? "").printable] : []) + [item.text.printable]
    }
    print(table: rows, json: result[AnswerKey.items])
  }
}
