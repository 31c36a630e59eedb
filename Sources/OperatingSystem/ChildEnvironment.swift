/// The environment of the programs that a client starts.
package enum ChildEnvironment {
  /// Variables that a service manager sets for this process alone (sd_notify(3), sd_listen_fds(3)).
  private static let privateNames: Set = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
  ]

  /// Returns the variables of this process without the private ones, with these changes applied;
  /// nil removes a variable.
  package static func variables(with changes: [String: String?] = [:]) -> [String: String] {
    var variables = Environment.variables.filter { !privateNames.contains($0.key) }
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}
