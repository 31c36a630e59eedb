internal import Glibc
internal import OperatingSystem
internal import Terminal
internal import UVLoop

/// What each program does before and after its work.
package enum ClientProgram {
  /// Runs the work on the loop, and exits with the code that it returns.
  package static func serve(_ work: @escaping @LoopActor () async -> Int32) {
    StandardDescriptors.openMissing()
    // A closed reader is reported as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    LoopActor.serve {
      LoopActor.task {
        let code = await work()
        // exit(3) would wait for libuv's threads, and one may be blocked in a write to the output.
        _exit(code)
      }
    }
  }

  /// Ends what a program does with a context: logs out, and reports why it failed.
  ///
  /// - Parameter failure: nil if it did not fail.
  /// - Returns: the exit code.
  @LoopActor
  package static func end(_ context: CommandContext, _ failure: Failure?) async -> Int32 {
    await context.logOut()
    // A screen may just have restored its terminal; the message must follow that.
    await context.output.settle(within: StandardOutput.patience)
    return failure.map(report) ?? 0
  }

  /// Reports a failure on standard error.
  ///
  /// - Returns: the exit code.
  package static func report(_ failure: Failure) -> Int32 {
    if let sentence = failure.sentence { StandardError.report(sentence) }
    return failure.exitCode
  }
}
