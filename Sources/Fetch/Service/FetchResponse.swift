/// One HTTP answer, complete and after redirects.
public struct FetchResponse: Sendable {
  /// 100 to 599.
  public let status: Int
  /// Name and value of each field, names in any case.
  public let headers: [(name: String, value: String)]
  /// Decoded from its transfer and content encodings.
  public let body: [UInt8]
  /// A short text that other bodies do not have, such as a hash; nil if bodies are not to be compared.
  public let fingerprint: String?

  /// - Parameters: as the properties.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    fingerprint: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.fingerprint = fingerprint
  }

  var validators: Validators {
    Validators(
      etag: header("etag"), lastModified: header("last-modified"), fingerprint: fingerprint)
  }

  /// What the service says about the next request: nil if nothing.
  ///
  /// - Parameter now: the time at which the answer arrived.
  func retryAfter(now: WallTime) -> Duration? {
    header("retry-after").flatMap { RetryAfter.duration($0, now: now) }
  }

  /// The value of the first field with this name; nil if there is none.
  ///
  /// - Parameter name: in lowercase.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }
}
