internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct TrashCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List the topics and posts that were removed.",
    usage: "procon-client trash [<options>]",
    discussion: """
      Prints one line for each topic or post that can be restored, newest first: id, date, the user \
      who removed it, what it is, and its title, in columns on a terminal and separated by tabs in a \
      pipe. Stores of a service and in memory keep no trash:
        procon-client trash
        procon-client trash --root wiki
      """)

  @Option(help: ArgumentHelp("Maximum number of lines, 1 to 1000.", valueName: "n"))
  var limit = 50

  @Option(help: "The root path of the store.")
  var root = RootName.standard

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let result = try await context.call(
      TrashItem.intent("list", under: root), [.limit: limit.json], over: connection)
    let items = try result.read(.items, as: [TrashItem].self)
    context.print(
      table: items.map { [$0.id, $0.date, $0.author.printable, $0.kind, $0.title.printable] },
      json: result[AnswerKey.items])
  }
}
