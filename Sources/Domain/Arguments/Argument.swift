/// One pro or con of a topic or of one of its options. Its text and weight always obey the rules of `Limits`.
public struct Argument: Identifiable, Equatable, Sendable {
  /// Identifies the argument within its column.
  public let id: String
  public let column: Column
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
  /// In order of addition.
  public internal(set) var comments: [Comment]

  public var side: Side { column.side }

  /// Trims `text`. Throws `.invalid` if the text or the weight breaks a rule.
  public init(
    id: String, side column: Column, text: String, weight: Int = Limits.defaultWeight,
    author: String, created: Timestamp, updated: Timestamp, updatedBy: String? = nil,
    supporters: [String] = [], comments: [Comment] = []
  ) throws(BoardError) {
    self.init(
      id: id, side: column, rightText: try Self.rightText(text),
      rightWeight: try Self.rightWeight(weight), author: author, created: created, updated: updated,
      updatedBy: updatedBy, supporters: supporters, comments: comments)
  }

  /// - Precondition: the text and the weight already obey the rules.
  init(
    id: String, side column: Column, rightText: String, rightWeight: Int = Limits.defaultWeight,
    author: String, created: Timestamp, updated: Timestamp, updatedBy: String?,
    supporters: [String] = [], comments: [Comment] = []
  ) {
    self.id = id
    self.column = column
    self.text = rightText
    self.weight = rightWeight
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
    self.supporters = supporters
    self.comments = comments
  }

  /// Returns the argument in another place, or with other values; nil keeps the current one.
  func with(
    id: String? = nil, column: Column? = nil, text: String? = nil, weight: Int? = nil,
    updated: Timestamp, by author: String
  ) -> Argument {
    Argument(
      id: id ?? self.id, side: column ?? self.column, rightText: text ?? self.text,
      rightWeight: weight ?? self.weight, author: self.author, created: created, updated: updated,
      updatedBy: author, supporters: supporters, comments: comments)
  }

  /// Returns the argument with what people have added to another state of it.
  func keeping(_ other: Argument) -> Argument {
    var argument = self
    (argument.supporters, argument.comments) = (other.supporters, other.comments)
    return argument
  }

  /// The argument without what people have added to it.
  var bare: Argument {
    var argument = self
    (argument.supporters, argument.comments) = ([], [])
    return argument
  }

  /// Returns the argument in another column, otherwise unchanged.
  public func moved(to column: Column) -> Argument {
    Argument(
      id: id, side: column, rightText: text, rightWeight: weight, author: author,
      created: created, updated: updated, updatedBy: updatedBy, supporters: supporters,
      comments: comments)
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

/// A side of a topic's own board, or of that of one of its options: where an argument is.
public struct Column: Hashable, Sendable {
  public let side: Side
  /// nil for the topic's own board.
  public let option: Option.ID?

  public init(_ side: Side, of option: Option.ID? = nil) {
    (self.side, self.option) = (side, option)
  }

  public static let pro = Column(.pro)
  public static let con = Column(.con)
}
