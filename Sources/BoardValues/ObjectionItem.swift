/// An objection to a decision, as clients show it.
public struct ObjectionItem: Identifiable, Equatable, Sendable, Codable {
  /// Counted within the topic.
  public let id: String
  public let status: Status
  public let text: String
  /// The URLs in the text, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// The user who raised it.
  public let author: String
  /// When it was raised: RFC 3339, UTC, with milliseconds, as are the other dates; nil, and encoded as
  /// null, if the store does not know it.
  public let created: String?
  /// What somebody has replied; nil, and not encoded, without an answer, as are its author and date.
  public let answer: String?
  public let answeredBy: String?
  public let answered: String?
  /// Who has withdrawn or resolved it, and when; nil, and not encoded, while it is open.
  public let closedBy: String?
  public let closed: String?
  /// In words, such as "grace: it needs an upgrade each year (answered by ada: it does not)".
  public let line: String

  public enum Status: String, CaseIterable, Sendable, Codable {
    case open
    /// Taken back by the user who raised it.
    case withdrawn
    /// Ended after an answer.
    case resolved
  }

  public enum CodingKeys: CodingKey {
    case id, status, text, links, author, created, answer, answeredBy, answered, closedBy, closed
    case line
  }

  public init(
    id: String, status: Status, text: String, links: [String]?, author: String, created: String?,
    answer: String?, answeredBy: String?, answered: String?, closedBy: String?, closed: String?,
    line: String
  ) {
    (self.id, self.status, self.text, self.links) = (id, status, text, links)
    (self.author, self.created) = (author, created)
    (self.answer, self.answeredBy, self.answered) = (answer, answeredBy, answered)
    (self.closedBy, self.closed, self.line) = (closedBy, closed, line)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(status, forKey: .status)
    try container.encode(text, forKey: .text)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encode(author, forKey: .author)
    try container.encode(created, forKey: .created)
    try container.encodeIfPresent(answer, forKey: .answer)
    try container.encodeIfPresent(answeredBy, forKey: .answeredBy)
    try container.encodeIfPresent(answered, forKey: .answered)
    try container.encodeIfPresent(closedBy, forKey: .closedBy)
    try container.encodeIfPresent(closed, forKey: .closed)
    try container.encode(line, forKey: .line)
  }
}
