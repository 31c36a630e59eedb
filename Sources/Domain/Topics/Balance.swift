/// How the arguments of a topic weigh against each other: calculated, where other things are read from a
/// store or a service.
public struct Balance: Sendable {
  /// The weight of the pros minus that of the cons.
  public let score: Int
  /// The share of the pros in the weight of all arguments, rounded, 0 to 100; nil without arguments.
  public let prosPercentage: Int?
  /// When the topic itself or its arguments were last changed, and the user who did that; nil for a user
  /// whom the store does not know.
  public let lastChange: (date: Timestamp, editor: String?)

  /// The side that weighs more; nil if they are even.
  public var leaning: Side? { score > 0 ? .pro : score < 0 ? .con : nil }

  public init(_ overview: TopicOverview) {
    let (pros, cons) = (overview.pros, overview.cons)
    let whole = pros.weight + cons.weight
    score = pros.weight - cons.weight
    prosPercentage = whole == 0 ? nil : Int((Double(pros.weight) * 100 / Double(whole)).rounded())
    var last = (date: overview.topic.updated, editor: overview.topic.updatedBy)
    for side in [pros, cons] {
      if let date = side.updated, date > last.date { last = (date, side.updatedBy) }
    }
    lastChange = last
  }
}
