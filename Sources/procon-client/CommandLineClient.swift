internal import BoxClient
internal import Glibc
internal import TerminalClient
internal import UVLoop

/// The program: reads the command line, runs the command on the loop, and exits with its code.
@main
enum CommandLineClient {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if ProconClient.asksForScreen(arguments) {
      FullScreenProgram.run(arguments)
      // It is not installed. The session has the same scenes.
      arguments = arguments.filter { $0 != ProconClient.plain } + ["session"]
    }
    ClientProgram.serve { [arguments] in await run(arguments) }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func run(_ arguments: [String]) async -> Int32 {
    guard !ProconClient.isAskedToComplete(arguments) else {
      await ProconClient.complete(arguments)
      exit(0)
    }
    do throws(Failure) {
      guard let command = try ProconClient.command(from: arguments) else { return 0 }
      return await run(command)
    } catch {
      return ClientProgram.report(error)
    }
  }

  /// - Returns: the exit code.
  @LoopActor
  private static func run(_ command: any DaemonCommand) async -> Int32 {
    let context: CommandContext
    do throws(Failure) {
      context = CommandContext(
        try command.common.place, mayStart: command.mayStart, isVerbose: command.common.verbose,
        secret: command.common.secret, answerTimeout: command.answerTimeout,
        printsJSON: command.printsJSON, color: command.common.color)
    } catch {
      return ClientProgram.report(error)
    }
    do throws(Failure) {
      try await carryOut(command, in: context)
      try await context.flush()
      return await ClientProgram.end(context, nil)
    } catch {
      return await ClientProgram.end(context, error)
    }
  }

  /// Runs the command. Runs it again if its request was not sent and the user named no socket,
  /// because the daemon that exits is started again.
  @LoopActor
  private static func carryOut(
    _ command: any DaemonCommand, in context: CommandContext
  ) async throws(Failure) {
    var backoff = Backoff.calls
    while true {
      do throws(Failure) {
        return try await command.run(in: context)
      } catch {
        guard case .notSent = error, context.finder.place.owner != nil, let pause = backoff.next()
        else { throw error }
        await Pause.wait(for: pause)
      }
    }
  }
}

/// The client that fills the terminal, as a program of its own.
enum FullScreenProgram {
  /// Replaces this process by that program. Returns if it cannot be run.
  ///
  /// - Parameter arguments: the words after the program's name.
  static func run(_ arguments: [String]) {
    let name = CommandName.fullScreen.text
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    execv(SiblingProgram.path(of: name), &words)
    for word in words { free(word) }
  }
}
