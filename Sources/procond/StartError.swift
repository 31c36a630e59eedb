/// Why the daemon cannot start, cannot apply a new configuration, or cannot be asked to.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for a person.
  let description: String
}
