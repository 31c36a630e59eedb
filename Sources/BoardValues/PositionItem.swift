/// A person's position on a topic, as clients show it.
public struct PositionItem: Identifiable, Equatable, Sendable, Codable {
  /// The user who took it.
  public let person: String
  public let position: PositionName
  /// Why; nil, and not encoded, if the person gave no reason.
  public let sentence: String?
  /// The URLs in the sentence, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// Whether it counts: false, and not encoded otherwise, of a person who is not asked.
  public let counts: Bool?
  /// When it was taken: RFC 3339, UTC, with milliseconds; nil, and encoded as null, if the store does not
  /// know it.
  public let date: String?
  /// In words, such as "ada: yes, because it never sleeps".
  public let line: String

  public var id: String { person }

  public enum CodingKeys: CodingKey {
    case person, position, sentence, links, counts, date, line
  }

  public init(
    person: String, position: PositionName, sentence: String?, links: [String]?,
    counts: Bool?, date: String?, line: String
  ) {
    (self.person, self.position, self.sentence) = (person, position, sentence)
    (self.links, self.counts, self.date, self.line) = (links, counts, date, line)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(person, forKey: .person)
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(sentence, forKey: .sentence)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encodeIfPresent(counts, forKey: .counts)
    try container.encode(date, forKey: .date)
    try container.encode(line, forKey: .line)
  }
}

/// What a person can be for.
public enum PositionName: String, CaseIterable, Sendable, Codable {
  case yes, no, abstain
}

/// By what something was decided, unless a person did as the rule allows.
public enum AuthorityName: String, CaseIterable, Sendable, Codable {
  case override, rule
}

/// What can be decided.
public enum OutcomeName: String, CaseIterable, Sendable, Codable {
  case yes, no
}
