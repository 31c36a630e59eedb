internal import ArgumentParser
internal import Glibc
internal import Terminal
internal import UVLoop

/// The program: reads the command line, runs on the loop, and exits with a code from sysexits.h.
@main
enum Program {
  static func main() {
    StandardDescriptors.openMissing()
    // A closed reader is reported as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    let command = ProconTUI.parseOrExit()
    LoopActor.serve {
      LoopActor.task { await run(command) }
    }
  }

  @LoopActor
  private static func run(_ command: ProconTUI) async {
    let output = StandardOutput(1)
    guard output.isTerminal, StandardInput.isTerminal, Environment["TERM"] != "dumb" else {
      report(.noTerminal)
    }
    var program: FullScreen?
    let end: @LoopActor (Failure?) -> Void = { failure in
      LoopActor.task {
        program?.close()
        await output.settle(within: StandardOutput.patience)
        if let failure { report(failure) }
        _exit(0)
      }
    }
    let screen = FullScreen(DaemonLine(command.places), end: end)
    program = screen
    do throws(Failure) {
      try await screen.start(output, isColoured: Environment["NO_COLOR"] == nil)
    } catch {
      end(error)
    }
  }

  private static func report(_ failure: Failure) -> Never {
    StandardError.write("procon-tui: \(failure.sentence)")
    _exit(failure.exitCode)
  }
}
