internal import ArgumentParser
internal import Glibc
internal import OperatingSystem

/// The program: reads the settings, and serves until a signal or the idle time ends it.
@main
struct Procond {
  static func main() {
    StandardDescriptors.openMissing()
    // A log reader that exits must not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try Options.parse()
      if options.hashSecret {
        try HashSecret.run()
      } else if let process = options.reload {
        try Reload(process, options).run()
      } else {
        try RunningDaemon.run(options)
      }
    } catch let error as StartError {
      fail(error.description, error.status)
    } catch {
      exitFromParser(error)
    }
  }

  /// Help and version go to standard output; a wrong option is reported in one line, with status
  /// 64.
  private static func exitFromParser(_ error: any Error) -> Never {
    if Options.exitCode(for: error).isSuccess { Options.exit(withError: error) }
    // The parser's message would show an argument that may be the secret.
    if CommandLine.arguments.contains(where: { $0.hasPrefix("--hash-secret") }) {
      fail(
        "--hash-secret takes no other option or argument: it reads the secret from standard input",
        .usage)
    }
    fail("\(Options.message(for: error)); see 'procond --help'", .usage)
  }

  private static func fail(_ message: String, _ status: ExitStatus) -> Never {
    Log.writeLast(message)
    exit(status.rawValue)
  }
}
