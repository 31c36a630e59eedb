/// What a service answered. Every status is an answer, including those of errors.
package struct HTTPResponse: Equatable, Sendable {
  package let status: Int
  package let etag: String?
  /// The date as the service wrote it, for `If-Modified-Since`.
  package let lastModified: String?
  package let contentType: String?
  /// The methods that the resource supports, as the service wrote them; nil if it did not.
  package let allow: String?
  /// The time to wait before the next request; nil if the service named none, or one in the past.
  package let retryAfter: Duration?
  /// Decompressed.
  package let body: [UInt8]
}
