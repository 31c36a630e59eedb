/// Something that follows from a decision, as clients show it.
public struct TodoItem: Identifiable, Equatable, Sendable, Codable {
  /// Counted within the topic.
  public let id: String
  public let text: String
  /// The URLs in the text, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  public let done: Bool
  /// The user who is to do it; nil, and not encoded, if that is open.
  public let assignee: String?
  /// The last day on which it is to be done, such as "2026-12-01"; nil, and not encoded, for any.
  public let due: String?
  /// In words, such as "[ ] Migrate the staging copy @ada 2026-12-01".
  public let line: String
  /// The user who added it.
  public let author: String
  /// When it was added: RFC 3339, UTC, with milliseconds; so is `updated`. Each is nil, and encoded as
  /// null, if the store does not know it.
  public let created: String?
  /// When it was last changed, checked or unchecked.
  public let updated: String?
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?

  public enum CodingKeys: CodingKey {
    case id, text, links, done, assignee, due, line, author, created, updated, updatedBy
  }

  public init(
    id: String, text: String, links: [String]?, done: Bool, assignee: String?, due: String?,
    line: String, author: String, created: String?, updated: String?, updatedBy: String?
  ) {
    (self.id, self.text, self.links, self.done) = (id, text, links, done)
    (self.assignee, self.due, self.line) = (assignee, due, line)
    (self.author, self.created) = (author, created)
    (self.updated, self.updatedBy) = (updated, updatedBy)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(text, forKey: .text)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encode(done, forKey: .done)
    try container.encodeIfPresent(assignee, forKey: .assignee)
    try container.encodeIfPresent(due, forKey: .due)
    try container.encode(line, forKey: .line)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
  }
}
