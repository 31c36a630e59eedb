/// The directories for a user's files, as in the XDG Base Directory Specification.
package struct BaseDirectories: Equatable, Sendable {
  /// For what programs keep: `$XDG_STATE_HOME`, else `~/.local/state`; nil if the environment does
  /// not determine it.
  package let state: String?
  /// For what users set: `$XDG_CONFIG_HOME`, else `~/.config`; nil if the environment does not
  /// determine it.
  package let configuration: String?

  /// - Parameter environment: the environment variables.
  package init(environment: [String: String] = Environment.variables) {
    // The specification requires ignoring a path that is not absolute.
    func path(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = path("HOME")
    state = path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" }
    configuration = path("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
  }
}
