internal import ArgumentParser
internal import BoxWire
internal import Glibc
internal import TerminalClient
internal import UVLoop

struct WatchExecCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch-exec",
    abstract: "Run a command each time a box changes.",
    // All words after '--' belong to the command, options too.
    usage: "procon-client watch-exec [<options>] <pattern> -- <command> ...",
    discussion: """
      The environment of the command describes the box: PROCON_PATH, PROCON_VALUE (the bare value, \
      strings without quotes), PROCON_REVISION and PROCON_EVENT (change, remove, or present with \
      --initial). Its standard input is the value as one line of JSON, of any size. PROCON_VALUE \
      is not set for a removed box, or for a value that has 128 KiB or more or contains a NUL.

      With --socket, PROCON_SOCKET is set too, so that the command uses the same daemon.

      One command runs at a time. If a box changes while one is running, only its newest value is \
      kept. A failed command is reported on standard error, and 'watch-exec' continues. After a \
      lost connection, the command runs for the boxes that have changed since. SIGINT, SIGTERM, \
      SIGHUP and SIGQUIT are passed on to the command and its children, and 'watch-exec' waits for \
      them to exit.
        procon-client watch-exec 'topics.*.summary' -- notify-send Changed
        procon-client watch-exec shared.volume --initial -- ./set-volume
        procon-client watch-exec 'shared.**' -- jq .
      """)

  @Argument(
    help: "A path, or a pattern with * and **.", completion: .boxes, transform: Pattern.argument)
  var pattern: Pattern

  @OptionGroup var command: ChildCommand

  @Flag(help: "Also run the command for boxes that already exist.")
  var initial = false

  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try command.check()
    let runner = CommandRunner(command.words, environment: command.environment(common))
    let subscription = SubscriptionRun(
      [pattern], mode: .latest, interval: .zero, context: context,
      view: CommandView(runner, includesPresent: initial), once: false, warnsAboutMissing: true)
    runner.whenUnusable = { [weak subscription, command] in
      subscription?.finish(.failure(.commandUnusable(command.name, $0)))
    }
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { number in
      try? UVLoop.Signal(number) {
        runner.signal(number)
        subscription.finish(.failure(.signal(number)))
      }
    }
    do throws(Failure) {
      try await subscription.run()
    } catch {
      await runner.finish()
      for signal in signals { signal.cancel() }
      // The sender expects the signal's default action.
      if case .signal(let number) = error { raise(number) }
      throw error
    }
  }
}
