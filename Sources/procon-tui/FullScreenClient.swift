internal import BoxClient
internal import Glibc
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The program: reads the command line, runs on the loop, and exits with a code from sysexits.h.
@main
enum FullScreenClient {
  static func main() {
    ClientProgram.serve {
      do throws(Failure) {
        guard let command = try ProconTUI.command() else { exit(0) }
        return try await run(command)
      } catch {
        return ClientProgram.report(error)
      }
    }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func run(_ command: ProconTUI) async throws(Failure) -> Int32 {
    let isPlain = try command.isPlain(
      isOnTerminal: StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1)
    if isPlain, !command.plain { StandardError.report(TerminalType.plainness) }
    var color = command.common.color
    if isPlain, color == .auto, !TerminalType.canBeDrawnOn { color = .never }
    let place = try command.common.place
    let context = CommandContext(
      place, mayStart: !command.common.noStart,
      // The screen says it itself.
      isVerbose: command.common.verbose || (isPlain && place.choice != nil),
      secret: command.common.secret, canLogInLater: !isPlain, color: color)
    do throws(Failure) {
      if isPlain {
        try await SessionRun(context).run()
        try await context.flush()
      } else {
        try await fill(context, opening: command.topic)
      }
      return await ClientProgram.end(context, nil)
    } catch {
      return await ClientProgram.end(context, error)
    }
  }

  /// Fills the terminal until the user leaves.
  ///
  /// - Parameter topic: opened at first; nil for the list of topics.
  /// - Throws: the failure that ended it.
  @LoopActor
  private static func fill(
    _ context: CommandContext, opening topic: TopicArgument?
  ) async throws(Failure) {
    var screen: FullScreen?
    let failure: Failure? = await withCheckedContinuation { continuation in
      var ending: CheckedContinuation<Failure?, Never>? = continuation
      let end: @LoopActor (Failure?) -> Void = { failure in
        ending?.resume(returning: failure)
        ending = nil
      }
      let started = FullScreen(context, opening: topic, end: end)
      screen = started
      LoopActor.task {
        do throws(Failure) {
          try await started.start()
        } catch {
          end(error)
        }
      }
    }
    screen?.close()
    if let failure { throw failure }
  }
}
