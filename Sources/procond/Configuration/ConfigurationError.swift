/// What is wrong in a configuration file.
struct ConfigurationError: Error {
  /// Counted from 1; nil when it is the file as a whole.
  let line: Int?
  /// A sentence for a person.
  let message: String
}
