internal import UVLoop

/// The environment of the programs that the client starts.
enum ChildEnvironment {
  /// What a service manager tells this process alone (sd_notify(3), sd_listen_fds(3)).
  private static let privateNames: Set = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
  ]

  /// Our variables without the private ones, and with these; nil takes one of ours away.
  static func variables(with changes: [String: String?] = [:]) -> [String: String] {
    var variables = Environment.variables.filter { !privateNames.contains($0.key) }
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}
