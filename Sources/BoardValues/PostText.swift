/// A whole post as clients show it.
public struct PostText: Identifiable, Equatable, Sendable, Codable {
  public let id: String
  /// The title as its author wrote it.
  public let title: String
  /// Any number of lines, which end with LF.
  public let content: String
  /// The URLs in the content, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
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

  public enum CodingKeys: CodingKey {
    case id, title, content, links, author, created, updated, updatedBy, dates
  }

  public init(
    id: String, title: String, content: String, links: [String]?, author: String, created: String?,
    updated: String?, updatedBy: String?, dates: String
  ) {
    (self.id, self.title, self.content, self.author) = (id, title, content, author)
    self.links = links
    (self.created, self.updated) = (created, updated)
    (self.updatedBy, self.dates) = (updatedBy, dates)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(content, forKey: .content)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
    try container.encode(dates, forKey: .dates)
  }
}
