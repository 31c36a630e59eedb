/// The topic of a new installation.
public enum BuiltInTopic {
  /// One segment of a path.
  public static let id: Topic.ID = "ai"

  /// Returns the topic with its arguments, as if created at `now`.
  public static func board(at now: Timestamp) -> Board {
    Board(topic(at: now), pros: arguments(.pro, at: now), cons: arguments(.con, at: now))
  }

  /// Returns the topic as if created at `now`.
  public static func topic(at now: Timestamp) -> Topic {
    Topic(id: id, title: "Artificial Intelligence", created: now, updated: now, updatedBy: author)
  }

  /// Returns the list as if each argument had been added at `now`.
  public static func arguments(_ side: Side, at now: Timestamp) -> ArgumentList {
    let texts = texts(side)
    let arguments = texts.enumerated().map { index, text in
      Argument(
        id: String(index + 1), side: Column(side), rightText: text, author: author, created: now,
        updated: now, updatedBy: author)
    }
    return ArgumentList(Column(side), arguments: arguments, updated: now, updatedBy: author)
  }

  private static let author = "procon"

  private static func texts(_ side: Side) -> [String] {
    switch side {
    case .pro:
      ["Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks"]
    case .con: ["High cost", "Lesser jobs", "Fear of malicious implementation"]
    }
  }
}
