/// How a server is started.
struct Launch {
  /// Its path.
  let program: String
  let arguments: [String]
  let address: Address
}
