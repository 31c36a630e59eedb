internal import ArgumentParser
internal import BoxWire
internal import Glibc
internal import UVLoop

struct WatchExecCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch-exec",
    abstract: "Runs a command on each change of boxes.",
    // What stands after '--' is the command's, options too.
    usage: "procon-client watch-exec [<options>] <pattern> -- <command> ...",
    discussion: """
      The command finds the box in its environment: PROCON_PATH, PROCON_VALUE (the bare value, strings \
      without quotes), PROCON_REVISION and PROCON_EVENT (change, remove, or present with --initial). \
      Its standard input is the value as one line of JSON, of any size; a value of 128 KiB or more, \
      or one that holds a NUL, is only there, and PROCON_VALUE is not set, as it is not when the box \
      was removed.

      With --socket it finds PROCON_SOCKET, too, and so speaks to the same daemon.

      It never runs twice at once. Of a box that changes meanwhile the newest value waits, and no \
      other. A command that fails is told on standard error, and the next change is waited for. When \
      the connection is lost, it runs for what changed meanwhile once the daemon is back. SIGINT, \
      SIGTERM, SIGHUP and SIGQUIT are passed on to the command and what it started, and its end is \
      waited for.
        procon-client watch-exec 'topics.*.summary' -- notify-send Changed
        procon-client watch-exec shared.volume --initial -- ./set-volume
        procon-client watch-exec 'shared.**' -- jq .
      """)

  @Argument(
    help: "A path, or a pattern with * and **.", completion: .boxes, transform: Pattern.argument)
  var pattern: Pattern

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "What to run, after '--': a program and its arguments.", valueName: "command"),
    completion: .file())
  var command: [String]

  @Flag(help: "Run it for the boxes that are there already, too.")
  var initial = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard let program = command.first, !program.isEmpty else {
      throw ValidationError("there is no command: write it after '--'")
    }
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    // So that the command speaks to the same daemon.
    let socket = common.socket.map { ["PROCON_SOCKET": $0] } ?? [:]
    let runner = CommandRunner(command, environment: socket)
    let run = SubscriptionRun(
      [pattern], mode: .latest, interval: 0, of: session,
      in: CommandView(runner, includesPresent: initial), once: false, tellsAbsence: true)
    runner.whenUnusable = { [unowned run, command] in
      run.finish(.failure(.commandUnusable(command[0], $0)))
    }
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { number in
      try? UVLoop.Signal(number) { [unowned run, unowned runner] in
        runner.signal(number)
        run.finish(.failure(.signal(number)))
      }
    }
    do throws(Failure) {
      try await run.end()
    } catch {
      await runner.finish()
      for signal in signals { signal.cancel() }
      // As whoever sent it expects.
      if case .signal(let number) = error { raise(number) }
      throw error
    }
  }
}
