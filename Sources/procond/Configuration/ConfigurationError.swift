/// A mistake in a configuration file, or in another file that it names.
struct ConfigurationError: Error, Equatable {
  /// Counted from 1; nil when the mistake does not concern a single line.
  let line: Int?
  /// A sentence for people.
  let message: String

  /// Returns the sentence with its place, such as `/etc/procon/procond.json:3: …`.
  func description(in path: String) -> String {
    "\(line.map { "\(path):\($0)" } ?? path): \(message)"
  }
}
