/// An argument as clients show it, with the words that every client shows for it.
public struct ArgumentItem: Identifiable, Equatable, Sendable, Codable {
  // The properties are in order of their names, so that the encoder need not sort them: a board may
  // have 2,000 items.

  /// The user who added it.
  public let author: String
  /// In order of addition; nil, and not encoded, if there are none.
  public let comments: [CommentItem]?
  /// When it was added: RFC 3339, UTC, with milliseconds; so is `updated`. Each is nil, and encoded as
  /// null, if the store does not know it.
  public let created: String?
  /// Identifies the argument within its column.
  public let id: String
  /// The text, followed by the weight unless that is 1, such as "No breaks ×2".
  public let label: String
  /// The URLs in the text, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// The people who support it, in the order in which they began to; nil, and not encoded, if there are
  /// none.
  public let supporters: [String]?
  public let text: String
  /// When its text or weight last changed.
  public let updated: String?
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?
  /// From 1 to 5.
  public let weight: Int

  public enum CodingKeys: CodingKey {
    case author, comments, created, id, label, links, supporters, text, updated, updatedBy, weight
  }

  public init(
    id: String, text: String, label: String, links: [String]?, weight: Int, author: String,
    comments: [CommentItem]?, created: String?, supporters: [String]?, updated: String?,
    updatedBy: String?
  ) {
    (self.id, self.text, self.label, self.links) = (id, text, label, links)
    (self.weight, self.comments) = (weight, comments)
    (self.author, self.created, self.supporters) = (author, created, supporters)
    (self.updated, self.updatedBy) = (updated, updatedBy)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(author, forKey: .author)
    try container.encodeIfPresent(comments, forKey: .comments)
    try container.encode(created, forKey: .created)
    try container.encode(id, forKey: .id)
    try container.encode(label, forKey: .label)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encodeIfPresent(supporters, forKey: .supporters)
    try container.encode(text, forKey: .text)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
    try container.encode(weight, forKey: .weight)
  }
}

/// A comment at an argument, as clients show it.
public struct CommentItem: Identifiable, Equatable, Sendable, Codable {
  /// The user who wrote it.
  public let author: String
  /// When it was written: RFC 3339, UTC, with milliseconds; nil, and encoded as null, if the store does
  /// not know it.
  public let created: String?
  /// Identifies the comment within its argument.
  public let id: String
  /// The URLs in the text, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  public let text: String

  public enum CodingKeys: CodingKey {
    case author, created, id, links, text
  }

  public init(id: String, text: String, links: [String]?, author: String, created: String?) {
    (self.id, self.text, self.links) = (id, text, links)
    (self.author, self.created) = (author, created)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encode(text, forKey: .text)
  }
}
