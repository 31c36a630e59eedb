import Domain

/// A topic in a few figures, as a client shows it.
public struct Summary: Equatable, Sendable, Encodable {
  public let title: String
  /// How many there are; so is `cons`.
  public let pros: Int
  public let cons: Int
  /// The sum of the weights of the pros less that of the cons.
  public let score: Int
  /// `even` when `score` is 0.
  public let leaning: Leaning
  /// When the topic was made: RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String
  /// When the topic or one of its arguments last changed.
  public let updated: String

  /// The side that weighs more.
  public enum Leaning: String, CaseIterable, Sendable, Encodable {
    case pro, con, even
  }

  init(_ topic: Topic, pros: ArgumentList, cons: ArgumentList) {
    title = topic.title
    self.pros = pros.arguments.count
    self.cons = cons.arguments.count
    score = Self.weight(of: pros) - Self.weight(of: cons)
    leaning = score > 0 ? .pro : score < 0 ? .con : .even
    created = topic.created.rfc3339
    updated =
      max(topic.updated, pros.updated ?? topic.updated, cons.updated ?? topic.updated).rfc3339
  }

  private static func weight(of list: ArgumentList) -> Int {
    list.arguments.reduce(0) { $0 + $1.weight }
  }
}
