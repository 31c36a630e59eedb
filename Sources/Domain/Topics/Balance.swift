/// How the arguments of a topic weigh against each other: calculated, where other things are read from a
/// store or a service.
public struct Balance: Sendable {
  /// The weight of the pros minus that of the cons.
  public let score: Int
  /// The share of the pros in the weight of all arguments, rounded, 0 to 100; nil without arguments.
  public let prosPercentage: Int?

  /// The side that weighs more; nil if they are even.
  public var leaning: Side? { score > 0 ? .pro : score < 0 ? .con : nil }

  /// nil unless the figures of both sides are known.
  public init?(_ overview: TopicOverview) {
    guard let pros = overview.pros, let cons = overview.cons else { return nil }
    let whole = pros.weight + cons.weight
    score = pros.weight - cons.weight
    prosPercentage = whole == 0 ? nil : Int((Double(pros.weight) * 100 / Double(whole)).rounded())
  }
}
