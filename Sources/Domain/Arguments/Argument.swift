/// One pro or con of a topic. Its text and weight always obey the rules of `Limits`.
public struct Argument: Identifiable, Equatable, Sendable {
  /// Identifies the argument within its side of its topic.
  public let id: String
  public let side: Side
  /// One line without whitespace at its ends, with at least one visible character.
  public let text: String
  /// How much the argument counts; within `Limits.weight`.
  public let weight: Int
  /// The user who added it.
  public let author: String
  /// When it was added.
  public let created: Timestamp
  /// When its text or weight last changed; equal to `created` when neither did.
  public let updated: Timestamp
  /// The user who made that last change, which is the addition if there was no other; nil if the
  /// store does not know.
  public let updatedBy: String?
  /// The people who support it, in the order in which they began to; each once.
  public internal(set) var supporters: [String]

  /// Trims `text`. Throws `.invalid` if the text or the weight breaks a rule.
  public init(
    id: String, side: Side, text: String, weight: Int = Limits.defaultWeight, author: String,
    created: Timestamp, updated: Timestamp, updatedBy: String? = nil, supporters: [String] = []
  ) throws(BoardError) {
    self.init(
      id: id, side: side, rightText: try Self.rightText(text),
      rightWeight: try Self.rightWeight(weight), author: author, created: created, updated: updated,
      updatedBy: updatedBy, supporters: supporters)
  }

  /// - Precondition: the text and the weight already obey the rules.
  init(
    id: String, side: Side, rightText: String, rightWeight: Int = Limits.defaultWeight,
    author: String, created: Timestamp, updated: Timestamp, updatedBy: String?,
    supporters: [String] = []
  ) {
    self.id = id
    self.side = side
    self.text = rightText
    self.weight = rightWeight
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
    self.supporters = supporters
  }
}

extension [Argument] {
  /// The one that was changed last; nil if there is none.
  public var newest: Argument? { self.max { $0.updated < $1.updated } }
}

extension Argument {
  /// Returns the text without whitespace at its ends. Throws `.invalid` if it breaks a rule for
  /// texts.
  public static func rightText(_ text: String) throws(BoardError) -> String {
    do throws(BrokenTextRule) {
      return try Limits.text.apply(to: text)
    } catch {
      throw .invalid(.text(error))
    }
  }

  /// Returns the weight itself. Throws `.invalid` if it is out of range.
  static func rightWeight(_ weight: Int) throws(BoardError) -> Int {
    guard Limits.weight.contains(weight) else { throw .invalid(.weightOutOfRange(weight)) }
    return weight
  }
}

/// A side of a topic, for which an argument speaks.
public enum Side: String, CaseIterable, Sendable {
  case pro, con
}
