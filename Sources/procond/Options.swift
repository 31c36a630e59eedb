internal import AccountsPlatform
internal import ArgumentParser
internal import BoxServer
internal import BoxWire
internal import Logging

/// The daemon's options, on the command line or in environment variables.
struct Options: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procond",
    abstract: "Serve live boards of pros and cons to clients on a Unix socket.",
    usage: "procond [<options>]",
    discussion: """
      Without --socket, procond listens on $XDG_RUNTIME_DIR/procon/procon.sock, or else on \
      /tmp/procon-<uid>/procon.sock. Without --state-dir, it stores topics in $STATE_DIRECTORY, \
      which systemd sets, or else in $XDG_STATE_HOME/procon, or else in ~/.local/state/procon. Only \
      one daemon can use such a directory at a time.

      Options can also be set by environment variables: PROCON_SOCKET, PROCON_STATE_DIR, \
      PROCON_LOG_LEVEL, PROCON_IDLE_EXIT, PROCON_CLIENT_TIMEOUT, PROCON_KEEP_SHARED (true or \
      false), PROCON_CONFIG. Options override variables, and both override the configuration.

      The configuration is a single file: that of --config, or else \
      $XDG_CONFIG_HOME/procon/procond.json (~/.config if unset). The system's unit names \
      /etc/procon/procond.json, which concerns no other daemon. It is a JSON object; \
      its keys are socket, state-dir, log-level, idle-exit, client-timeout, shared, users, policy, \
      mounts, trash, limits and daemon. shared is {"keep": true} to keep shared boxes across restarts. users and \
      policy are the paths of a file of users and of a policy, relative to the state directory. \
      mounts is an object of root paths, each with the store of its topics: {"sqlite": a path, \
      relative to the state directory}, {"files": a directory of Markdown files}, {"memory": true} \
      or {"http": the base URL of a service}; the default is {"topics": {"sqlite": \
      "topics.sqlite"}}. Beside http may be shape ("board", or "posts" for a service with posts \
      only), expires (the age from which a copy is refreshed when a client asks for it, "5m"), \
      poll (how often it is refreshed while a client looks, "1m"; 0 for never), cache (maximum \
      bytes of all copies, 67108864), redirects ("same" scheme, host and port, or "any") and \
      headers, an object of texts and, for secrets, {"file": a \
      path}, which may begin with $CREDENTIALS_DIRECTORY/. trash is how long \
      removed topics and posts can be restored, "30d" by default. limits is an object of \
      \(limits). daemon is for the clients of the user whose configuration it is: they use "own" or \
      "system". SIGHUP and --reload reload the configuration and the files that it names: \
      socket, state-dir and shared take effect after a restart, everything else at once. A mistake \
      in one of them changes nothing, and the log says where it is.

      Without a policy, everyone who can connect may do everything. With one, clients may do only \
      what a rule allows, and root is not exempt. An example: {"rules": [{"who": ["group:staff"], \
      "may": ["read", "set"], "at": ["shared.weather.**"]}]}. who: user:NAME, group:NAME, \
      token:NAME, socket:NAME (of an inherited socket) or anyone; a number is the ID of a user or a \
      group. may: read, set, delete or call. at: patterns of boxes, or of intents to call; a wildcard \
      as the first segment does not match daemon, and session is open to everyone. After a login, \
      user and group are those of the login.

      The file of users is a JSON object such as {"users": {"ada": {"password": "$y$...", \
      "groups": ["staff"]}}, "tokens": {"sensor": {"hash": "$y$...", "groups": []}}}. Passwords \
      and tokens are hashes as in crypt(5), such as --hash-secret prints. The token sensor.SECRET \
      has the hash of SECRET. Not everyone may read the file. A reload ends the session tokens of \
      users who were removed or have a new hash.

      The file of users, the policy, the configuration that names them and all directories above \
      them must belong to root or to the user who runs the daemon, and others must not be able to \
      write to them.

      --reload does not start a daemon. It asks the daemon with that process id, on --socket or \
      PROCON_SOCKET, or else on your own socket or the system's, and waits up to 10 s for the \
      result. Only root and the user who runs the daemon may reload it, and with a policy only if \
      it lets them call daemon.reload. With --program, that program replaces the daemon's and \
      reads the configuration again; clients keep their connections, logins and drafts, and no \
      change is lost. A daemon that a service manager started refuses: restart its service instead.

      --hash-secret does not start a daemon. It reads a line of at most \(Secret.longest) bytes, \
      which is a password or the secret part of a token, and prints its yescrypt hash. On a \
      terminal, it asks twice and does not show what you type.

      As a service, procond serves the sockets that systemd passes to it (LISTEN_FDS) instead of \
      any other, and leaves them in place when it exits. It reports when it is ready, reloads and \
      stops, and the number of clients (NOTIFY_SOCKET), and it supports the watchdog \
      (WATCHDOG_USEC).

      Exit status: 0 after SIGTERM or SIGINT, when idle, or when --reload succeeded; 64 wrong \
      option; 65 --hash-secret got no usable secret; 69 --reload found no such daemon or got no \
      answer, or another daemon uses the state directory; 71 a system call failed; 73 a file \
      cannot be created; 75 another daemon listens there; 77 no permission, or a file or directory \
      that others could change or read; 78 the configuration, or a file that it names, cannot be \
      read or is wrong.
      """,
    version: "procond \(ProgramVersion.text)")

  /// The limits with their defaults.
  private static let limits = AdjustableLimit.all
    .map { "\($0.name) (\($0[ServerLimits()]))" }.joined(separator: ", ")

  @Option(
    help: ArgumentHelp(
      "The configuration file to read instead of your own; with a dash before its path, it may be"
        + " missing.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(help: ArgumentHelp("The socket to listen on.", valueName: "path"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The directory for stored data; created if it does not exist.",
      valueName: "dir"), completion: .directory)
  var stateDir: String?

  @Option(
    help: ArgumentHelp(
      "Minimum log level: \(LogLevel.allowed); info by default.", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: LogLevel?

  @Option(
    help: ArgumentHelp(
      "Exit after this time without clients: seconds, 0 to 31536000, or a time such as 10m.",
      valueName: "time"))
  var idleExit: IdleTime?

  @Option(
    help: ArgumentHelp(
      "Disconnect a client that has data waiting and reads none of it for this time, or at most "
        + "twice as long: seconds, 0.001 to 31536000, or a time such as 30s. Never by default: such a "
        + "client costs next to nothing.",
      valueName: "time"))
  var clientTimeout: ClientTimeout?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Keep shared boxes in the state directory, so that they survive a restart; off by default. "
        + "They are written at a clean exit and while they change; writing takes at most 5 % of the "
        + "time. A crash loses the changes of the last second, or of 21 times as long as one write "
        + "takes, whichever is longer."))
  var keepShared: Bool?

  @Option(
    help: ArgumentHelp(
      "Reload the configuration of the daemon with this process id, and fail if it refuses.",
      valueName: "pid"))
  var reload: ProcessID?

  @Option(
    help: ArgumentHelp(
      "With --reload: replace the daemon's program by this one, such as a newer procond; its process id "
        + "and its clients stay.", valueName: "path"),
    completion: .file())
  var program: String?

  @Flag(
    help: ArgumentHelp(
      "Print the hash of a password or secret from standard input, for the file of users."))
  var hashSecret = false

  func validate() throws {
    let isOnly =
      [config, socket, stateDir].allSatisfy { $0 == nil } && logLevel == nil && idleExit == nil
      && clientTimeout == nil && keepShared == nil && reload == nil && program == nil
    guard !hashSecret || isOnly else { throw ValidationError("--hash-secret is not alone") }
    guard program == nil || reload != nil else {
      throw ValidationError("--program needs --reload, with the process id of a daemon")
    }
  }
}
