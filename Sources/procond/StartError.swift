/// Why the daemon cannot start or apply a new configuration, or cannot be asked to reload.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for people.
  let description: String
}
