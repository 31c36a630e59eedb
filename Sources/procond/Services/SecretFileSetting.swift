/// A file with a secret, as the configuration names it.
struct SecretFileSetting {
  let path: String
  /// The key that names it, with its line in the configuration.
  let key: String
  let line: Int
}
