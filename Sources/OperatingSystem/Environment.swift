@preconcurrency internal import Glibc

// The C library declares `environ` as a variable that any code may set; none here does.

/// The process's environment variables.
package enum Environment {
  /// The value of a variable; nil when it is unset or empty.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// All variables by name, including empty ones.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let variable = next.pointee {
      let parts = String(cString: variable).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }
}

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
