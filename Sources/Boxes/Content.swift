/// The value of an error box: success, or a failure with its message.
public struct Content: Equatable, Sendable, Encodable {
  /// True on success, false after a failure.
  public var status: Bool
  /// A sentence for people; nil when there is nothing to say.
  public var message: String?
  /// A reason that programs can test, such as ``nothingFound``; nil, and not encoded, if there is none.
  public var reason: String?

  /// The reason where nothing has failed: there is nothing yet.
  public static let nothingFound = "empty"

  /// Without arguments: success.
  public init(status: Bool = true, message: String? = nil, reason: String? = nil) {
    self.status = status
    self.message = message
    self.reason = reason
  }

  /// Encodes `message` as null when it is nil, so that both members are always present.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(reason, forKey: .reason)
  }

  private enum CodingKeys: CodingKey {
    case status, message, reason
  }
}
