internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct RestoreCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a topic or a post that was removed.",
    usage: "procon-client restore [<options>] <id>",
    discussion: """
      Restores a topic with its arguments, posts and history. If its id is in use, it gets another \
      one. In a pipe, prints the result as one line of JSON, with the id of the topic. 'trash' lists \
      what can be restored:
        procon-client restore which-editor
        procon-client restore 018bcfe5-6800 --root wiki
      """)

  @Argument(
    help: ArgumentHelp(
      "The id in the trash, or its beginning; or the id of a topic, for the one removed last.",
      valueName: "id"), completion: .trash)
  var name: String

  @Option(help: "The root path of the store.")
  var root = RootName.standard

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let id = try await id(in: context, over: connection)
    let result = try await context.call(
      TrashItem.intent("restore", under: root), [.id: id.json], over: connection)
    context.print(result, as: "Restored; the topic is \(root.name(ofTopic: result.newID)).")
  }

  /// Returns the id of what is restored. A whole one, and that of a topic, is passed on to the daemon:
  /// it may be that the user may restore, and not list.
  @LoopActor
  private func id(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> String {
    guard IDBeginning(name) != nil else { return name }
    do throws(Failure) {
      return try await context.trashed(
        name, under: root, command: Self._commandName, over: connection
      ).id
    } catch {
      guard case .refused = error else { throw error }
      return name
    }
  }
}
