/// Something that waits for the user of a session.
public struct AwaitingItem: Equatable, Sendable, Codable {
  public let kind: Kind
  /// The path of the topic, such as "topics.ai".
  public let at: String
  /// The title of the topic; its id for a user who may not read it.
  public let title: String
  /// The objection or the todo, counted within the topic; nil, and not encoded, for a position.
  public let id: String?
  /// What the objection or the todo says, cut to ``textCharacters``; nil, and not encoded, for a position.
  public let text: String?
  /// Until when: RFC 3339, UTC, with milliseconds, or the last day, such as "2026-12-01", for a todo; nil,
  /// and not encoded, for any time.
  public let until: String?
  /// In words, such as "Which editor? · your position · until Fri 27 Nov 17:00 UTC".
  public let line: String

  /// The rest of a longer text is left out.
  public static let textCharacters = 120

  /// The path of the box with all of them.
  public static let box = "session.awaiting.items"

  public enum Kind: String, CaseIterable, Sendable, Codable {
    /// The user is asked and has not answered.
    case position
    /// It was answered, and the user can resolve it.
    case objection
    /// It is for the user to do.
    case todo
  }

  public enum CodingKeys: CodingKey {
    case kind, at, title, id, text, until, line
  }

  public init(
    kind: Kind, at: String, title: String, id: String?, text: String?, until: String?, line: String
  ) {
    (self.kind, self.at, self.title, self.id) = (kind, at, title, id)
    (self.text, self.until, self.line) = (text, until, line)
  }
}

/// What waits for the user of a session, in a few words.
public struct AwaitingSummary: Equatable, Sendable, Codable {
  /// The number of things, those included that are not in the list.
  public let count: Int
  /// That of the first one; nil, and not encoded, without one.
  public let until: String?
  /// Such as "3 things await you · until Fri 27 Nov 17:00 UTC".
  public let line: String

  /// The path of its box.
  public static let box = "session.awaiting.summary"

  public enum CodingKeys: CodingKey {
    case count, until, line
  }

  public init(count: Int, until: String?, line: String) {
    (self.count, self.until, self.line) = (count, until, line)
  }
}
