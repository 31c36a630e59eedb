public import Domain

/// A topic in a few figures, with the words that every client shows for them.
public struct Summary: Equatable, Sendable, Encodable {
  public let title: String
  /// The number of pros; `cons` is the number of cons.
  public let pros: Int
  public let cons: Int
  /// The sum of the weights of the pros minus that of the cons.
  public let score: Int
  /// `even` if `score` is 0.
  public let leaning: Leaning
  /// The pros' share of the weight of all arguments, from 0 to 100, rounded; nil, and not encoded, if
  /// there are no arguments.
  public let prosPercentage: Int?
  /// In words, such as "4 pros"; `consText` is such as "1 con".
  public let prosText: String
  public let consText: String
  /// With its sign, such as "+1".
  public let scoreText: String
  /// Such as "leans pro".
  public let leaningText: String
  /// All of these texts, separated by " · ", such as "4 pros · 3 cons · score +1 · leans pro".
  public let line: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String
  /// When the topic or one of its arguments last changed.
  public let updated: String
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?

  /// The side with more weight.
  public enum Leaning: String, CaseIterable, Sendable, Encodable {
    case pro, con, even
  }

  public init(_ overview: TopicOverview) {
    let (inFavour, against) = (overview.pros.weight, overview.cons.weight)
    let topic = overview.topic
    title = topic.title
    pros = overview.pros.count
    cons = overview.cons.count
    score = inFavour - against
    leaning = score > 0 ? .pro : score < 0 ? .con : .even
    prosPercentage = Self.percentage(of: inFavour, in: inFavour + against)
    prosText = Side.pro.counted(pros)
    consText = Side.con.counted(cons)
    scoreText = score.signed
    leaningText = leaning.words
    line = "\(prosText) · \(consText) · score \(scoreText) · \(leaningText)"
    created = topic.created.rfc3339
    var last = (date: topic.updated, editor: topic.updatedBy)
    for side in [overview.pros, overview.cons] {
      if let date = side.updated, date > last.date { last = (date, side.updatedBy) }
    }
    updated = last.date.rfc3339
    updatedBy = last.editor
  }

  private static func percentage(of part: Int, in whole: Int) -> Int? {
    whole == 0 ? nil : Int((Double(part) * 100 / Double(whole)).rounded())
  }
}
