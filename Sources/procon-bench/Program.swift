internal import ArgumentParser
internal import Glibc

/// The program: reads the command line, carries it out, ends with its exit code.
@main
enum Program {
  static func main() {
    do {
      var command = try ProconBench.command(from: Array(CommandLine.arguments.dropFirst()))
      try command?.run()
    } catch {
      let failure = error as? Failure ?? .usage("\(error)")
      StandardError.say("\(failure)")
      exit(failure.exitCode)
    }
  }
}
