/// Numbers that limit what a flow does.
enum FetchLimits {
  /// Maximum number of times that a request is repeated. A service that fails three times in two
  /// seconds needs more time than a person waits.
  static let retries = 2
  /// Maximum time between the first failure of a request and its last repetition.
  static let retryTime = Duration.seconds(2)
  /// Longest pause before the first repetition; it doubles with each one. The shortest is half of
  /// it. So both together are at most 1.5 s.
  static let firstPause = Duration.milliseconds(500)
  /// Default age at which a copy expires.
  static let expiry = Duration.seconds(300)
}
