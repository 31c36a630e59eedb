/// An option of a topic, as clients show it. Its arguments are in boxes of their own.
public struct OptionItem: Identifiable, Equatable, Sendable, Codable {
  /// One segment of a path, counted within the topic.
  public let id: String
  public let title: String
  /// What it means; nil, and not encoded, if nobody has said.
  public let text: String?
  /// The URLs in the text, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// The number of its pros; `cons` is the number of its cons.
  public let pros: Int
  public let cons: Int
  /// The sum of the weights of its pros minus that of its cons.
  public let score: Int
  /// In words, such as "Postgres: 3 pros · 1 con · score +2".
  public let line: String
  /// The user who added it.
  public let author: String
  /// When it was added: RFC 3339, UTC, with milliseconds; so is `updated`. Each is nil, and encoded as
  /// null, if the store does not know it.
  public let created: String?
  /// When its title or text last changed.
  public let updated: String?
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?

  public enum CodingKeys: CodingKey {
    case id, title, text, links, pros, cons, score, line, author, created, updated, updatedBy
  }

  public init(
    id: String, title: String, text: String?, links: [String]?, pros: Int, cons: Int, score: Int,
    line: String, author: String, created: String?, updated: String?, updatedBy: String?
  ) {
    (self.id, self.title, self.text, self.links) = (id, title, text, links)
    (self.pros, self.cons, self.score, self.line) = (pros, cons, score, line)
    (self.author, self.created) = (author, created)
    (self.updated, self.updatedBy) = (updated, updatedBy)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encode(pros, forKey: .pros)
    try container.encode(cons, forKey: .cons)
    try container.encode(score, forKey: .score)
    try container.encode(line, forKey: .line)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
  }
}
