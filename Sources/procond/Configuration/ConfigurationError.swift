/// A mistake in a configuration file.
struct ConfigurationError: Error {
  /// Counted from 1; nil when the mistake does not concern a single line.
  let line: Int?
  /// A sentence for people.
  let message: String
}
