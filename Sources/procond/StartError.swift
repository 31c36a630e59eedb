/// Why the daemon cannot begin, or cannot go by a new configuration.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for a person.
  let description: String
}
