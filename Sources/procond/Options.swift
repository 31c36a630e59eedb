internal import ArgumentParser
internal import BoxServer
internal import Logging

/// The daemon's options, on the command line or in environment variables.
struct Options: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "procond",
    abstract: "Holds live boards of pros and cons and shows them to clients on a Unix socket.",
    usage: "procond [<options>]",
    discussion: """
      Without --socket it listens on $XDG_RUNTIME_DIR/procon/procon.sock, else on \
      /tmp/procon-<uid>/procon.sock. Without --state-dir it stores topics in $STATE_DIRECTORY, which \
      systemd sets, else in $XDG_STATE_HOME/procon, else in ~/.local/state/procon. One daemon uses \
      such a directory at a time.

      Each option can be given by a variable too: PROCON_SOCKET, PROCON_STATE_DIR, \
      PROCON_LOG_LEVEL, PROCON_IDLE_EXIT, PROCON_CLIENT_TIMEOUT, PROCON_KEEP_SHARED (true or \
      false), PROCON_CONFIG. Options override variables, and both override the configuration.

      The configuration is one file: that of --config, else /etc/procon/procond.json, else \
      $XDG_CONFIG_HOME/procon/procond.json (~/.config when that is not set). It is a JSON object; \
      its keys are socket, state-dir, log-level, idle-exit, client-timeout, shared, mounts and \
      limits. shared is {"keep": true} if shared boxes are to survive a restart. mounts is an object \
      of root paths, each with the store of its topics: {"sqlite": a path, relative to the state \
      directory}, {"files": a directory of Markdown files} or {"memory": true}; \
      {"topics": {"sqlite": "topics.sqlite"}} if not given. limits is an object of \(limits). SIGHUP \
      and --reload have it read again: socket, state-dir and shared need a restart, all else counts \
      from then on. A file with a mistake changes nothing, and the log says where it is.

      --reload does not start a daemon. It asks the one with that process id, on --socket or \
      PROCON_SOCKET, else on your own socket or the system's, and waits up to 10 s for its verdict. \
      Only root and the user who runs the daemon may reload it.

      As a service: sockets that systemd hands over (LISTEN_FDS) are served instead of any other, \
      and stay when the daemon ends. It says when it is ready, reloads and stops, and how many \
      clients it has (NOTIFY_SOCKET), and feeds the watchdog (WATCHDOG_USEC).

      Exit status: 0 after SIGTERM or SIGINT, when idle, or when --reload succeeded; 64 wrong \
      option; 69 --reload found no such daemon, or got no answer, or another daemon uses the state directory; 71 the system failed; \
      73 a file cannot be made; 75 another daemon listens there; 77 no permission, or a \
      directory that others could change; 78 the configuration cannot be read, or is wrong.
      """,
    version: "procond \(version)")

  /// The limits with their defaults.
  private static let limits = AdjustableLimit.all
    .map { "\($0.name) (\($0[ServerLimits()]))" }.joined(separator: ", ")

  @Option(
    help: ArgumentHelp("A configuration file, to be read instead of any other.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(help: ArgumentHelp("Where to listen.", valueName: "path"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Directory for what is stored, made if it is missing.",
      valueName: "dir"), completion: .directory)
  var stateDir: String?

  @Option(
    help: ArgumentHelp(
      "Least level to log: \(LogLevel.allowed); info if not given.", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
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

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Keep shared boxes in the state directory, so that they survive a restart; off if not given. "
        + "They are written at a clean stop and while they change; writing takes at most 5 % of the "
        + "time. A crash loses the changes of the last second, or of 21 times as long as one write "
        + "takes, whichever is longer."))
  var keepShared: Bool?

  @Option(
    help: ArgumentHelp(
      "Have a running daemon read its configuration again, and fail if it refuses.",
      valueName: "pid"))
  var reload: ProcessID?
}
