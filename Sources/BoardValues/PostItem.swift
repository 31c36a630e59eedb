/// A post as a list shows it.
public struct PostItem: Identifiable, Equatable, Sendable, Codable {
  /// Identifies the post within its topic; greater than the ids of older posts.
  public let id: String
  /// The title as it was written.
  public let title: String
  /// The first ``subtitleCharacters`` characters of the content on one line, with runs of
  /// whitespace as one space.
  public let subtitle: String
  /// The user who wrote it.
  public let author: String
  /// When it was written: RFC 3339, UTC, with milliseconds; so is `updated`. Each is nil, and encoded as
  /// null, if the store does not know it.
  public let created: String?
  /// When its title or content last changed.
  public let updated: String?
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?
  /// Both dates in words, in UTC and without seconds: "2026-11-22 10:00 UTC", or, once the post was
  /// edited, "2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob".
  public let dates: String

  public static let subtitleCharacters = 200
  /// What clients ask before a post is removed.
  public static let deletion = "Are you sure you want to delete this post?"

  public enum CodingKeys: CodingKey {
    case id, title, subtitle, author, created, updated, updatedBy, dates
  }

  public init(
    id: String, title: String, subtitle: String, author: String, created: String?, updated: String?,
    updatedBy: String?, dates: String
  ) {
    (self.id, self.title, self.subtitle, self.author) = (id, title, subtitle, author)
    (self.created, self.updated) = (created, updated)
    (self.updatedBy, self.dates) = (updatedBy, dates)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
    try container.encode(dates, forKey: .dates)
  }
}
