/// A topic and the figures of its arguments, its options' included: what is known before any list is read.
public struct TopicOverview: Identifiable, Equatable, Sendable {
  public var topic: Topic
  /// The figures of each side's arguments; nil if the store has not said them yet.
  public var pros: SideFigures?
  public var cons: SideFigures?
  /// The identifiers of its options, in their order.
  public var options: [Option.ID]

  public var id: Topic.ID { topic.id }

  public init(topic: Topic, pros: SideFigures?, cons: SideFigures?, options: [Option.ID] = []) {
    self.topic = topic
    self.pros = pros
    self.cons = cons
    self.options = options
  }

  public subscript(side: Side) -> SideFigures? {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }

  /// When the topic itself or its arguments were last changed, or the topic was decided, and the user who
  /// did that; nil for a user whom the store does not know.
  public var lastChange: (date: Timestamp, editor: String?) {
    var last = (date: topic.updated, editor: topic.updatedBy)
    for side in [pros, cons] {
      if let side, let date = side.updated, date > last.date { last = (date, side.updatedBy) }
    }
    if let decision = topic.decision, decision.date > last.date {
      last = (decision.date, decision.author)
    }
    return last
  }
}

/// The arguments of one side of a topic and of its options, in figures.
public struct SideFigures: Equatable, Sendable {
  /// The number of arguments.
  public let count: Int
  /// The sum of their weights.
  public let weight: Int
  /// When an argument was last added, changed or removed; nil if none ever was.
  public let updated: Timestamp?
  /// The user who made that last change; nil if there was none, or if the store does not know.
  public let updatedBy: String?

  public init(count: Int, weight: Int, updated: Timestamp?, updatedBy: String? = nil) {
    self.count = count
    self.weight = weight
    self.updated = updated
    self.updatedBy = updatedBy
  }

  /// The figures of both together.
  public static func + (first: SideFigures, second: SideFigures) -> SideFigures {
    let newest =
      second.updated.map { date in first.updated.map { $0 < date } ?? true } == true
      ? second : first
    return SideFigures(
      count: first.count + second.count, weight: first.weight + second.weight,
      updated: newest.updated, updatedBy: newest.updatedBy)
  }
}

extension ArgumentList {
  public var figures: SideFigures {
    SideFigures(
      count: arguments.count, weight: arguments.reduce(0) { $0 + $1.weight }, updated: updated,
      updatedBy: updatedBy)
  }
}
