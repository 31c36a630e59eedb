internal import Glibc
internal import Terminal
internal import UVLoop

/// The program: reads the command line, carries the command out on the loop, ends with its exit
/// code.
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
          exit(await carryOut(command))
        }
      }
      LoopActor.task(work)
    }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func carryOut(_ command: any DaemonCommand) async -> Int32 {
    do throws(Failure) {
      let session = Session(command.common, mayStart: command.mayStart)
      try await command.carryOut(in: session)
      try await session.flush()
      return 0
    } catch {
      return report(error)
    }
  }

  private static func report(_ failure: Failure) -> Int32 {
    if let sentence = failure.sentence { StandardError.say(sentence) }
    return failure.exitCode
  }
}
