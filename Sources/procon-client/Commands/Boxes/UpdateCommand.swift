internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct UpdateCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Change the value of a box with a command.",
    // All words after '--' belong to the command, options too.
    usage: "procon-client update [<options>] <path> -- <command> ...",
    discussion: """
      The command reads the value as one line of JSON from standard input, null if the box does \
      not exist, and prints the new value: JSON if it is valid JSON, else a string. The new value \
      is stored only if the box has not changed in between; otherwise the command runs again with \
      the newer value, after a short random pause. So no change is lost, however many clients \
      update the box.

      If the command fails or prints nothing, the box is unchanged. 'update' exits with the status \
      of a command that fails, and with 5 if the box changed during every attempt. The environment \
      describes the box, as for 'watch-exec'.
        procon-client update shared.counter -- jq '.+1'
        procon-client update shared.list --ttl 1h -- jq '. + ["new"]'
      """)

  @Argument(
    help: "The box, such as shared.counter.", completion: .sharedBoxes, transform: Path.argument)
  var path: Path

  @OptionGroup var command: ChildCommand

  @Option(
    help: ArgumentHelp(
      "Time until the box expires, \(TimeOption.timeToLive.help). (default: never)",
      valueName: "time"), transform: TimeOption.timeToLive.duration)
  var ttl: Duration?

  @Option(
    help: ArgumentHelp("Maximum number of runs of the command, at least 1.", valueName: "n"))
  var attempts = 100

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard attempts > 0 else { throw ValidationError("--attempts must be a whole number from 1") }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try command.check()
    let filter = FilterCommand(
      words: command.words, environment: command.environment(common))
    let connection = try await context.connect()
    // Other clients' commands take about as long.
    var backoff = Backoff(first: .milliseconds(5), longest: .milliseconds(200))
    for attempt in 1...attempts {
      let (value, revision) = try await context.value(of: path, over: connection)
      let change = BoxChange(
        path: path.text, value: value ?? .null, revision: revision, event: .present)
      guard let new = try await filter.output(for: change) else {
        throw .nothingDone(
          "'\(command.name.excerpt)' printed nothing; \(path.text.excerpt) is unchanged")
      }
      let request = SetBox(
        box: path, value: new, ifRevision: value == nil ? 0 : revision, ttl: ttl)
      do throws(Failure) {
        let result = try await context.call(
          SetBox.method, request.parameters, over: connection)
        context.print(result, as: result.sentence("Set", [path]))
        if ttl == nil { await context.warnAboutLoss(of: [path], after: result, over: connection) }
        return
      } catch {
        guard error.isConflict, attempt < attempts, let pause = backoff.next() else { throw error }
        await Pause.wait(for: pause)
      }
    }
  }
}
