/// What a server of TLS proves its name with.
struct Certificate: Sendable {
  /// The certificate and those that lead to its root, in PEM.
  let chain: String
  /// Its private key, in PEM.
  let key: String
}
