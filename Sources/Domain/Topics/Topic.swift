/// A decision that is being weighed.
public struct Topic: Identifiable, Equatable, Sendable {
  /// One segment of a path, such as `ai`. Renaming does not change it.
  public let id: String
  /// The title shown to people. Titles given by people obey the rules of `Limits`.
  public private(set) var title: String
  /// When the topic was created.
  public let created: Timestamp
  /// When the topic itself or its options last changed; changes of its arguments do not count.
  public private(set) var updated: Timestamp
  /// The user who made that last change, which is the creation if there was no other; nil if the
  /// store does not know.
  public private(set) var updatedBy: String?
  /// nil while the topic is open.
  public internal(set) var decision: Decision?
  /// What a decision needs; nil for nothing.
  public internal(set) var rule: DecisionRule?
  /// The number of times that people were asked to decide, 1 to `Limits.rounds`: 1 until the topic is
  /// reopened.
  public internal(set) var round: Int

  /// Makes a topic as stored by a platform.
  public init(
    id: String, title: String, created: Timestamp, updated: Timestamp, updatedBy: String? = nil,
    decision: Decision? = nil, rule: DecisionRule? = nil, round: Int = 1
  ) {
    self.id = id
    self.title = title
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
    self.decision = decision
    self.rule = rule
    self.round = min(max(1, round), Limits.rounds)
  }

  /// Makes a new topic.
  ///
  /// - Parameters:
  ///   - id: its identifier; nil for one derived from its title.
  ///   - author: the user who creates it.
  ///   - taken: the identifiers of all other topics.
  /// - Throws: `TopicError`: `.invalid` if the title breaks a rule, `.invalidID`, `.reservedID`, `.exists`,
  ///   or `.full` if there are too many topics.
  public init(
    title: String, id: Topic.ID? = nil, by author: String, at now: Timestamp,
    taken: Set<Topic.ID>
  ) throws(TopicError) {
    if let id {
      guard Self.isID(id) else { throw .invalidID(id) }
      guard !Slug.isAvoided(id) else { throw .reservedID(id) }
      guard !taken.contains(id) else { throw .exists(id: id) }
    }
    try self.init(title: title, wanted: id, created: nil, by: author, at: now, taken: taken)
  }

  /// - Parameters:
  ///   - wanted: the preferred identifier, used if it is valid and free.
  ///   - created: when the topic was created; nil for now.
  init(
    title: String, wanted: String?, created: Timestamp?, by author: String, at now: Timestamp,
    taken: Set<Topic.ID>
  ) throws(TopicError) {
    let title = try Self.rightTitle(title, Limits.newTitle)
    guard taken.count < Limits.topics else { throw .full(limit: Limits.topics) }
    self.init(
      id: Self.freeID(wanted, title: title, taken: taken), title: title,
      created: min(created ?? now, now), updated: now, updatedBy: author)
  }

  /// Returns the identifier for a topic that is to be restored.
  ///
  /// - Parameters:
  ///   - wanted: its identifier before, which it keeps if that is free.
  ///   - taken: the identifiers of all other topics.
  /// - Throws: `TopicError`: `.full`.
  public static func restoredID(
    _ wanted: Topic.ID, title: String, taken: Set<Topic.ID>
  ) throws(TopicError) -> Topic.ID {
    guard taken.count < Limits.topics else { throw .full(limit: Limits.topics) }
    return freeID(wanted, title: title, taken: taken)
  }

  /// Returns the wanted identifier if it is valid and free, else one derived from the title.
  private static func freeID(
    _ wanted: String?, title: String, taken: Set<Topic.ID>
  ) -> Topic.ID {
    let free = wanted.flatMap {
      isID($0) && !taken.contains($0) && !Slug.isAvoided($0) ? $0 : nil
    }
    return free ?? Slug.first(for: title, taken: taken)
  }

  /// Changes the topic's title. Its current title changes nothing.
  ///
  /// - Parameter seen: the title as the author saw it; nil to accept any.
  /// - Throws: `TopicError`: `.invalid` if the title breaks a rule, `.decided`, or `.changed`.
  public mutating func rename(
    to title: String, ifTitle seen: String? = nil, by author: String, at now: Timestamp
  ) throws(TopicError) {
    // An old one may break a rule for new ones.
    let title = try Self.rightTitle(title, title == self.title ? Limits.title : Limits.newTitle)
    if let decision { throw .decided(decision) }
    if let seen, seen != self.title { throw .changed(title: self.title, updated: updated) }
    guard title != self.title else { return }
    retitle(title, by: author, at: now)
  }

  /// - Precondition: the title obeys the rules.
  mutating func retitle(_ title: String, by author: String, at now: Timestamp) {
    self.title = title
    touch(by: author, at: now)
  }

  /// Is changed by somebody.
  mutating func touch(by author: String, at now: Timestamp) {
    updated = now.after(updated)
    updatedBy = author
  }

  /// Whether a text can be an identifier: one segment of a path, 1 to 64 ASCII letters, digits, `_`
  /// and `-`.
  public static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
        default: false
        }
      }
  }

  /// Whether an identifier would hide something else that a store has under its root, such as
  /// `create`.
  public static func isReserved(_ id: Topic.ID) -> Bool { Slug.reserved.contains(id) }

  /// Returns the record of a change from an old state of the topic; nil if nothing changed. A new
  /// title makes the topic newer.
  public func record(since old: Topic, by author: String) -> HistoryRecord? {
    guard title != old.title else { return nil }
    return HistoryRecord(
      .renamed(from: old.title, to: title), author: author, date: updated)
  }

  /// Returns the title of a topic in a store without whitespace at its ends. Throws `.invalid` if it
  /// breaks a rule.
  public static func rightTitle(_ title: String) throws(TopicError) -> String {
    try rightTitle(title, Limits.title)
  }

  private static func rightTitle(
    _ title: String, _ rules: TextRules
  ) throws(TopicError) -> String {
    do throws(BrokenTextRule) {
      return try rules.apply(to: title)
    } catch {
      throw .invalid(error)
    }
  }
}
