/// A change of a topic, as clients show it.
public struct HistoryItem: Identifiable, Equatable, Sendable, Codable {
  /// The item's number within the history of its topic, or within that of the store.
  public let id: Int
  /// The topic that was changed, in the history of the store; nil, and not encoded, in its own.
  public let topic: String?
  /// When it was made: RFC 3339, UTC, with milliseconds.
  public let date: String
  /// The user who made it.
  public let author: String
  public let action: Action
  /// The change in words, including the previous state, such as `changed pro 1 "No breaks" to
  /// "Never tired" (2)`.
  public let text: String
  /// What was changed, by its path under the topic, such as `pros.5` or `posts.<id>`; nil, and not
  /// encoded, for the topic itself.
  public let item: String?
  /// The id of the change that it undid; nil, and not encoded, if it undid none.
  public let undoes: Int?

  /// The kind of change.
  public enum Action: String, CaseIterable, Sendable, Codable {
    case created, renamed, added, changed, moved, removed, restored, supported, voted, withdrew,
      ruled
    case decided, reopened, superseded, commented, objected, answered, resolved, checked, wrote
    case edited
  }

  public enum CodingKeys: CodingKey {
    case id, topic, date, author, action, text, item, undoes
  }

  public init(
    id: Int, topic: String?, date: String, author: String, action: Action, text: String,
    item: String?, undoes: Int?
  ) {
    (self.id, self.topic, self.date, self.author) = (id, topic, date, author)
    (self.action, self.text, self.item, self.undoes) = (action, text, item, undoes)
  }
}
