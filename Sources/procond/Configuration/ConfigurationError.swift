/// A mistake in a configuration file.
struct ConfigurationError: Error {
  /// Counted from 1; nil when the mistake is not in one line.
  let line: Int?
  /// A sentence for a person.
  let message: String
}
