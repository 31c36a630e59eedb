/// What identifies one state of a resource (RFC 9110, section 8.8). A service that gets them back
/// answers 304 if the resource has not changed since.
public struct Validators: Equatable, Sendable {
  /// The field `ETag` as it was received, with its quotation marks; nil if there is none.
  public let etag: String?
  /// The field `Last-Modified` as it was received; nil if there is none.
  public let lastModified: String?

  /// Values with control characters are ignored, because they cannot be sent back in a header.
  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = Self.sendable(etag)
    self.lastModified = Self.sendable(lastModified)
  }

  public var isEmpty: Bool { etag == nil && lastModified == nil }

  private static func sendable(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
    return text
  }
}
