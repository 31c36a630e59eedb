internal import BoxClient
internal import Glibc
internal import Terminal
internal import UVLoop

/// The program: reads the command line, runs the command on the loop, and exits with its code.
@main
enum Program {
  static func main() {
    StandardDescriptors.openMissing()
    // A closed reader is reported as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    LoopActor.serve {
      let work: @LoopActor () async -> Void
      if ProconClient.isAskedToComplete(arguments) {
        work = {
          await ProconClient.complete(arguments)
          exit(0)
        }
      } else {
        let command: (any DaemonCommand)?
        do throws(Failure) {
          command = try ProconClient.command(from: arguments)
        } catch {
          exit(report(error))
        }
        work = {
          guard let command else { exit(0) }
          let code = await run(command)
          // exit(3) would wait for libuv's threads, and one may be blocked in a write to the output.
          _exit(code)
        }
      }
      LoopActor.task(work)
    }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func run(_ command: any DaemonCommand) async -> Int32 {
    let context = CommandContext(
      command.common.places, mayStart: command.mayStart, secret: command.common.login.source,
      answerTimeout: command.answerTimeout, color: command.common.color)
    do throws(Failure) {
      try await carryOut(command, in: context)
      try await context.flush()
      await context.logOut()
      return 0
    } catch {
      await context.logOut()
      // A screen may just have restored its terminal; the message must follow that.
      await context.output.settle(within: StandardOutput.patience)
      return report(error)
    }
  }

  /// Runs the command. Runs it again if its request was not sent and the user named no socket,
  /// because another daemon takes the place of one that exits.
  @LoopActor
  private static func carryOut(
    _ command: any DaemonCommand, in context: CommandContext
  ) async throws(Failure) {
    var backoff = Backoff.calls
    while true {
      do throws(Failure) {
        return try await command.run(in: context)
      } catch {
        guard case .notSent = error, context.finder.isFree, let pause = backoff.next()
        else { throw error }
        await Pause.wait(for: pause)
      }
    }
  }

  private static func report(_ failure: Failure) -> Int32 {
    if let sentence = failure.sentence { StandardError.report(sentence) }
    return failure.exitCode
  }
}
