/// A value as a store keeps it.
public struct StoredCopy<Value> {
  /// Without the elements that could not be parsed.
  public var value: Value
  /// When the service sent the value, or last confirmed it.
  public var fetchedAt: WallTime
  /// When the service sent the value. It does not change with a confirmation.
  public var sentAt: WallTime
  /// What the service can compare to find out whether the value has changed.
  public var validators: Validators
  /// The number of elements that could not be parsed and are not in the value.
  public var pruned: Int

  /// - Parameter sentAt: nil if it is `fetchedAt`.
  public init(
    _ value: Value, fetchedAt: WallTime, sentAt: WallTime? = nil,
    validators: Validators = Validators(), pruned: Int = 0
  ) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.sentAt = sentAt ?? fetchedAt
    self.validators = validators
    self.pruned = pruned
  }

  /// Whether the copy has expired. A copy from the future has, because the clock was set back and
  /// its age is unknown.
  func isExpired(at time: WallTime, after expiry: Duration) -> Bool {
    let age = fetchedAt.duration(to: time)
    return age < .zero || age >= expiry
  }
}

extension StoredCopy: Equatable where Value: Equatable {}
extension StoredCopy: Sendable where Value: Sendable {}

/// What identifies one state of a resource (RFC 9110, section 8.8). A service that gets them back
/// answers 304 if the resource has not changed since. A body that it sends again is recognized by its
/// fingerprint.
public struct Validators: Equatable, Sendable {
  /// The field `ETag` as it was received, with its quotation marks; nil if there is none.
  public let etag: String?
  /// The field `Last-Modified` as it was received; nil if there is none.
  public let lastModified: String?
  /// As in ``FetchResponse/fingerprint``; nil if it is not known. It is not sent.
  public let fingerprint: String?

  /// Values with control characters are ignored, because they cannot be sent back in a header.
  public init(etag: String? = nil, lastModified: String? = nil, fingerprint: String? = nil) {
    self.etag = Self.sendable(etag)
    self.lastModified = Self.sendable(lastModified)
    self.fingerprint = fingerprint
  }

  /// Whether there is nothing to send back.
  public var isEmpty: Bool { etag == nil && lastModified == nil }

  private static func sendable(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
    return text
  }
}
