/// A topic in a few figures, with the words that every client shows for them.
///
/// What the store has not said is nil, and encoded as null.
public struct Summary: Equatable, Sendable, Codable {
  public let title: String
  /// What was decided, such as "decided: yes"; nil, and not encoded, while the topic is open.
  public let decisionText: String?
  /// The number of options; nil, and not encoded, if there are none.
  public let options: Int?
  /// The number of pros, those of the options included; `cons` is the number of cons.
  public let pros: Int?
  public let cons: Int?
  /// The sum of the weights of the pros minus that of the cons; nil on a topic with options, of which the
  /// arguments do not weigh against each other.
  public let score: Int?
  /// `even` if `score` is 0, and nil if that is nil.
  public let leaning: Leaning?
  /// The pros' share of the weight of all arguments, from 0 to 100, rounded; nil, and not encoded, if
  /// there are no arguments, or if there are options.
  public let prosPercentage: Int?
  /// In words, such as "4 pros"; `consText` is such as "1 con".
  public let prosText: String?
  public let consText: String?
  /// With its sign, such as "+1".
  public let scoreText: String?
  /// Such as "leans pro".
  public let leaningText: String?
  /// ``decisionText`` and those of these texts that there are, separated by ``separator``, such as "4 pros
  /// · 3 cons · score +1 · leans pro"; on a topic with options, their number in place of the score and the
  /// leaning, such as "4 options · 12 pros · 8 cons"; ``unknown`` if there is none.
  public let line: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String?
  /// When the topic or one of its arguments last changed, or the topic was decided.
  public let updated: String?
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?

  /// What separates the texts of ``line``.
  public static let separator = " · "
  /// The line of a topic of which no figure is known.
  public static let unknown = "not known yet"

  /// The side with more weight.
  public enum Leaning: String, CaseIterable, Sendable, Codable {
    case pro, con, even
  }

  public enum CodingKeys: CodingKey {
    case title, decisionText, options, pros, cons, score, leaning, prosPercentage, prosText,
      consText,
      scoreText,
      leaningText, line, created, updated, updatedBy
  }

  public init(
    title: String, decisionText: String?, options: Int?, pros: Int?, cons: Int?, score: Int?,
    leaning: Leaning?,
    prosPercentage: Int?,
    prosText: String?, consText: String?, scoreText: String?, leaningText: String?, line: String,
    created: String?, updated: String?, updatedBy: String?
  ) {
    (self.title, self.decisionText, self.options) = (title, decisionText, options)
    (self.pros, self.cons, self.score) = (pros, cons, score)
    (self.leaning, self.prosPercentage) = (leaning, prosPercentage)
    (self.prosText, self.consText) = (prosText, consText)
    (self.scoreText, self.leaningText, self.line) = (scoreText, leaningText, line)
    (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(decisionText, forKey: .decisionText)
    try container.encodeIfPresent(options, forKey: .options)
    try container.encode(pros, forKey: .pros)
    try container.encode(cons, forKey: .cons)
    try container.encode(score, forKey: .score)
    try container.encode(leaning, forKey: .leaning)
    try container.encodeIfPresent(prosPercentage, forKey: .prosPercentage)
    try container.encode(prosText, forKey: .prosText)
    try container.encode(consText, forKey: .consText)
    try container.encode(scoreText, forKey: .scoreText)
    try container.encode(leaningText, forKey: .leaningText)
    try container.encode(line, forKey: .line)
    try container.encode(created, forKey: .created)
    try container.encode(updated, forKey: .updated)
    try container.encodeIfPresent(updatedBy, forKey: .updatedBy)
  }
}
