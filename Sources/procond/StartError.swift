/// Why the daemon cannot start, or cannot apply a new configuration.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for a person.
  let description: String
}
