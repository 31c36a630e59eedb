/// A person's position on a topic, as clients show it.
public struct PositionItem: Identifiable, Equatable, Sendable, Codable {
  /// The user who took it.
  public let person: String
  public let position: ChoiceName
  /// The title of the option that the person is for; nil, and not encoded, without such an option.
  public let title: String?
  /// Why; nil, and not encoded, if the person gave no reason.
  public let sentence: String?
  /// The URLs in the sentence, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// Whether it counts: false, and not encoded otherwise, of a person who is not asked, or if it is for
  /// something that cannot be decided any longer.
  public let counts: Bool?
  /// True if what the person is for was changed since; otherwise nil, and not encoded.
  public let isChangedSince: Bool?
  /// When it was taken: RFC 3339, UTC, with milliseconds; nil, and encoded as null, if the store does not
  /// know it.
  public let date: String?
  /// In words, such as "ada: yes, because it never sleeps".
  public let line: String

  public var id: String { person }

  public enum CodingKeys: CodingKey {
    case person, position, title, sentence, links, counts, isChangedSince, date, line
  }

  public init(
    person: String, position: ChoiceName, title: String?, sentence: String?, links: [String]?,
    counts: Bool?, isChangedSince: Bool?, date: String?, line: String
  ) {
    (self.person, self.position, self.title) = (person, position, title)
    (self.sentence, self.links) = (sentence, links)
    (self.counts, self.isChangedSince) = (counts, isChangedSince)
    (self.date, self.line) = (date, line)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(person, forKey: .person)
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(sentence, forKey: .sentence)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encodeIfPresent(counts, forKey: .counts)
    try container.encodeIfPresent(isChangedSince, forKey: .isChangedSince)
    try container.encode(date, forKey: .date)
    try container.encode(line, forKey: .line)
  }
}

/// By what something was decided, unless a person did as the rule allows.
public enum AuthorityName: String, CaseIterable, Sendable, Codable {
  case override, rule
}
