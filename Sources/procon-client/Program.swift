internal import Glibc
internal import Terminal
internal import UVLoop

/// The program: reads the command line, runs the command on the loop, and exits with its code.
@main
enum Program {
  static func main() {
    StandardDescriptors.prepare()
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
          exit(await run(command))
        }
      }
      LoopActor.task(work)
    }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func run(_ command: any DaemonCommand) async -> Int32 {
    do throws(Failure) {
      let context = CommandContext(
        command.common.places, mayStart: command.mayStart, color: command.common.color)
      try await command.run(in: context)
      try await context.flush()
      return 0
    } catch {
      return report(error)
    }
  }

  private static func report(_ failure: Failure) -> Int32 {
    if let sentence = failure.sentence { StandardError.report(sentence) }
    return failure.exitCode
  }
}
