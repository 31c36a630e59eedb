internal import ArgumentParser
internal import Logging

/// What the daemon is told on its command line, or by variables of its environment.
struct Options: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "procond",
    abstract: "Holds live boards of pros and cons and shows them to clients on a Unix socket.",
    usage: "procond [<options>]",
    discussion: """
      Without --socket it listens on $XDG_RUNTIME_DIR/procon/procon.sock, else on \
      /tmp/procon-<uid>/procon.sock. Topics live in memory and go with the daemon.

      Each option can be given by a variable too: PROCON_SOCKET, PROCON_STATE_DIR, \
      PROCON_LOG_LEVEL, PROCON_IDLE_EXIT, PROCON_CLIENT_TIMEOUT. The option counts where both are given.

      Exit status: 0 after SIGTERM or SIGINT, or when idle; 64 wrong option; 71 the system failed; \
      73 a file cannot be made; 75 another daemon listens there; 77 no permission, or a \
      directory that others could change.
      """,
    version: "procond \(version)")

  @Option(help: ArgumentHelp("Where to listen.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Directory for what is stored, made if it is missing. Nothing is stored yet.",
      valueName: "dir"))
  var stateDir: String?

  @Option(
    help: ArgumentHelp(
      "Least level to log: trace, debug, info, notice, warning, error or critical; info if not "
        + "given.", valueName: "level"))
  var logLevel: LogLevel?

  @Option(
    help: ArgumentHelp(
      "End when no client was connected for so long, 0 to 31536000.", valueName: "seconds"))
  var idleExit: IdleTime?

  @Option(
    help: ArgumentHelp(
      "Close a client that takes nothing of what waits for it for so long, or at most twice as "
        + "long: 0.001 to 31536000. Never if not given: such a client costs next to nothing.",
      valueName: "seconds"))
  var clientTimeout: ClientTimeout?
}

/// A level of the log by its name.
struct LogLevel: ExpressibleByArgument {
  let level: Logger.Level

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }
}

/// How long a client may take nothing.
struct ClientTimeout: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let seconds = Double(argument), (0.001...31_536_000).contains(seconds) else {
      return nil
    }
    duration = .seconds(seconds)
  }
}

/// How long the daemon stays when nobody is connected.
struct IdleTime: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let seconds = Double(argument), (0...31_536_000).contains(seconds) else { return nil }
    duration = .seconds(seconds)
  }
}
