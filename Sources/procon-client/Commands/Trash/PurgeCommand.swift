internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct PurgeCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Erase a topic or a post that was removed, for good.",
    usage: "procon-client purge [<options>] <id>",
    discussion: """
      Asks before it erases; without a terminal, --yes is required. If the daemon has a policy, \
      this needs a rule that names trash.purge. In a pipe, prints the result as one line of JSON:
        procon-client purge which-editor
        procon-client purge 018bcfe5-6800 --yes
      """)

  @Argument(
    help: ArgumentHelp(
      "The id in the trash, or its beginning; or the id of a topic, for the one removed last.",
      valueName: "id"), completion: .trash)
  var name: String

  @Option(help: "The root path of the store.")
  var root = RootName.standard

  @Flag(help: "Erase it without asking.")
  var yes = false

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// For the answer to its question.
  var readsStandardInput: Bool { !yes }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let (id, item) = try await context.trashed(
      name, under: root, command: Self._commandName, over: connection)
    if let item {
      try context.requireWhole(
        name, id, isSafe: name == item.topic, command: Self._commandName)
      let what = "the \(item.isPost ? "post" : "topic") \"\(item.title.printable)\""
      try await context.confirm(
        "Are you sure you want to erase \(what) for good?", isConfirmed: yes,
        command: Self._commandName)
    }
    let result = try await context.call(
      TrashItem.intent("purge", under: root), [.id: id.json], over: connection)
    context.print(result, as: "Erased \(id).")
  }
}
