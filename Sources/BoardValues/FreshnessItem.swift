/// How old what a scene shows is, if the store is a service elsewhere.
public struct FreshnessItem: Equatable, Sendable, Codable {
  /// When the content was read from the service: RFC 3339, UTC, with milliseconds; nil if it never
  /// was.
  public let fetched: String?
  /// Whether the content could not be refreshed when it was due.
  public let isStale: Bool

  public enum CodingKeys: CodingKey {
    case fetched, isStale
  }

  public init(fetched: String?, isStale: Bool) {
    (self.fetched, self.isStale) = (fetched, isStale)
  }

  /// Encodes `fetched` as null when it is nil, so that both members are always present.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetched, forKey: .fetched)
    try container.encode(isStale, forKey: .isStale)
  }
}
