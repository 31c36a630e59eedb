/// Why the daemon cannot begin.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for a person.
  let description: String
}
