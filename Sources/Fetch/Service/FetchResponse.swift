/// One HTTP answer, complete and after redirects.
public struct FetchResponse: Sendable {
  /// 100 to 599.
  public let status: Int
  /// Name and value of each field, names in any case.
  public let headers: [(name: String, value: String)]
  /// Decoded from its transfer and content encodings.
  public let body: [UInt8]

  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  var validators: Validators {
    Validators(etag: header("etag"), lastModified: header("last-modified"))
  }

  /// What the service says about the next request: nil if nothing.
  ///
  /// - Parameter now: the time at which the answer arrived.
  func retryAfter(now: WallTime) -> Duration? {
    header("retry-after").flatMap { RetryAfter.duration($0, now: now) }
  }

  /// The value of the first field with this name.
  ///
  /// - Parameter name: in lowercase.
  private func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }
}
