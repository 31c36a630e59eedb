internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct FeedCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "List what has happened in all topics.",
    usage: "procon-client feed [<options>]",
    discussion: """
      Prints one line for each change, newest first: id, date, author, topic and description, in columns \
      on a terminal and separated by tabs in a pipe. The daemon keeps the newest 10,000 changes of each \
      store, also of topics that are gone. --before continues after the last line of a page:
        procon-client feed
        procon-client feed --limit 20 --before 480
      """)

  @Option(help: "The root path of the store.")
  var root = RootName.standard

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
    let result = try await context.call(
      "\(root).feed", [.limit: limit.json, .before: before?.json], over: connection)
    try context.print(history: result, namesTopics: true)
  }
}
