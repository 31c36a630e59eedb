public import BoardValues
public import Domain

extension Summary {
  public init(_ overview: TopicOverview) {
    let (pros, cons, topic) = (overview.pros, overview.cons, overview.topic)
    let balance = Balance(overview)
    let leaning: Leaning =
      switch balance.leaning {
      case .pro: .pro
      case .con: .con
      case nil: .even
      }
    let (prosText, consText) = (Side.pro.counted(pros.count), Side.con.counted(cons.count))
    self.init(
      title: topic.title, pros: pros.count, cons: cons.count, score: balance.score,
      leaning: leaning, prosPercentage: balance.prosPercentage,
      prosText: prosText, consText: consText, scoreText: balance.score.signed,
      leaningText: leaning.words,
      line: [prosText, consText, "score \(balance.score.signed)", leaning.words]
        .joined(separator: Self.separator),
      created: topic.created.rfc3339, updated: balance.lastChange.date.rfc3339,
      updatedBy: balance.lastChange.editor)
  }
}
