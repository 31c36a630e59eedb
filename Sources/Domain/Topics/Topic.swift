/// A decision that is being weighed.
public struct Topic: Identifiable, Equatable, Sendable {
  /// One segment of a path, such as `ai`. Renaming does not change it.
  public let id: String
  /// For a person to read. Titles that people give obey the rules of `Limits`.
  public private(set) var title: String
  /// When the topic was made.
  public let created: Timestamp
  /// When the topic itself was last changed; a change of its arguments does not count.
  public private(set) var updated: Timestamp

  /// A topic as a platform stored it.
  public init(id: String, title: String, created: Timestamp, updated: Timestamp) {
    self.id = id
    self.title = title
    self.created = created
    self.updated = updated
  }

  /// A new topic, with an identifier made from its title.
  ///
  /// - Parameter taken: the identifiers of all other topics.
  /// - Throws: `TopicError`: `.invalid` if the title breaks a rule, `.full` if there are too many
  ///   topics.
  public init(title: String, at now: Timestamp, taken: Set<Topic.ID>) throws(TopicError) {
    try self.init(title: title, wanted: nil, created: nil, at: now, taken: taken)
  }

  /// - Parameters:
  ///   - wanted: the identifier, if it can be one and is free.
  ///   - created: when the topic was made; nil for now.
  init(
    title: String, wanted: String?, created: Timestamp?, at now: Timestamp, taken: Set<Topic.ID>
  ) throws(TopicError) {
    let title = try Self.rightTitle(title)
    guard taken.count < Limits.topics else { throw .full(limit: Limits.topics) }
    let free = wanted.flatMap {
      Self.isID($0) && !taken.contains($0) && !Slug.reserved.contains($0) ? $0 : nil
    }
    self.init(
      id: free ?? Slug.first(for: title, taken: taken), title: title,
      created: min(created ?? now, now), updated: now)
  }

  /// Gives the topic another title. The title that it has changes nothing. Throws `.invalid` if the
  /// title breaks a rule.
  public mutating func rename(to title: String, at now: Timestamp) throws(TopicError) {
    let title = try Self.rightTitle(title)
    guard title != self.title else { return }
    self.title = title
    updated = now.after(updated)
  }

  /// Whether a text can be an identifier: one segment of a path, 1 to 64 ASCII letters, digits, `_` and
  /// `-`.
  public static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
        default: false
        }
      }
  }

  /// Whether an identifier would hide something else that a store has under its root, such as `create`.
  public static func isReserved(_ id: Topic.ID) -> Bool { Slug.reserved.contains(id) }

  /// What was done if the topic was this before; nil if nothing was. A title that changes makes the
  /// topic newer.
  public func record(since old: Topic, by author: String) -> HistoryRecord? {
    guard title != old.title else { return nil }
    return HistoryRecord(
      .renamed(from: old.title, to: title), author: author, date: updated)
  }

  /// The title without whitespace at its ends. Throws `.invalid` if it breaks a rule.
  public static func rightTitle(_ title: String) throws(TopicError) -> String {
    do throws(BrokenTextRule) {
      return try Limits.title.apply(to: title)
    } catch {
      throw .invalid(error)
    }
  }
}
