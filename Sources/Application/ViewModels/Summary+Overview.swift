public import BoardValues
public import Domain

extension Summary {
  public init(_ overview: TopicOverview) {
    let (pros, cons, topic) = (overview.pros, overview.cons, overview.topic)
    let score = pros.weight - cons.weight
    let leaning: Leaning = score > 0 ? .pro : score < 0 ? .con : .even
    let (prosText, consText) = (Side.pro.counted(pros.count), Side.con.counted(cons.count))
    var last = (date: topic.updated, editor: topic.updatedBy)
    for side in [pros, cons] {
      if let date = side.updated, date > last.date { last = (date, side.updatedBy) }
    }
    self.init(
      title: topic.title, pros: pros.count, cons: cons.count, score: score, leaning: leaning,
      prosPercentage: Self.percentage(of: pros.weight, in: pros.weight + cons.weight),
      prosText: prosText, consText: consText, scoreText: score.signed, leaningText: leaning.words,
      line: [prosText, consText, "score \(score.signed)", leaning.words]
        .joined(separator: Self.separator),
      created: topic.created.rfc3339, updated: last.date.rfc3339, updatedBy: last.editor)
  }

  private static func percentage(of part: Int, in whole: Int) -> Int? {
    whole == 0 ? nil : Int((Double(part) * 100 / Double(whole)).rounded())
  }
}
