/// Something that follows from a decision, for somebody to do.
public struct Todo: Counted {
  /// A number, counted within the topic.
  public let id: String
  /// One line.
  public let text: String
  public let isDone: Bool
  /// The user who is to do it; nil if that is open.
  public let assignee: String?
  /// The last day on which it is to be done; nil for any.
  public let due: Day?
  /// The user who added it.
  public let author: String
  public let created: Timestamp
  /// When it was last changed, checked or unchecked; equal to `created` when it never was.
  public let updated: Timestamp
  /// The user who made that last change; nil if the store does not know.
  public let updatedBy: String?

  /// Trims `text`. Throws `.invalid` if it breaks a rule, or if a name cannot be that of a user.
  public init(
    id: String, text: String, isDone: Bool = false, assignee: String? = nil, due: Day? = nil,
    author: String, created: Timestamp, updated: Timestamp, updatedBy: String? = nil
  ) throws(BoardError) {
    guard Limits.isAuthor(author), Limits.isAuthor(updatedBy ?? "") else {
      throw .invalid(.author)
    }
    if let assignee {
      guard !assignee.isEmpty, Limits.isAuthor(assignee) else {
        throw .invalid(.assignee(assignee))
      }
    }
    self.id = id
    self.text = try Argument.rightText(text)
    self.isDone = isDone
    self.assignee = assignee
    self.due = due
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
  }

  /// - Precondition: the other todo obeys the rules, too.
  init(_ other: Todo, updated: Timestamp, by author: String) {
    (id, text, isDone) = (other.id, other.text, other.isDone)
    (assignee, due) = (other.assignee, other.due)
    (self.author, created) = (other.author, other.created)
    (self.updated, updatedBy) = (updated, author)
  }

  /// Whether it says the same as another one, whenever that was said.
  func isSame(as other: Todo) -> Bool {
    (id, text, isDone, assignee, due) == (
      other.id, other.text, other.isDone, other.assignee, other.due
    )
  }

  public static var part: BoardError.Part { .todo }
  public static func notFound(_ id: String) -> BoardError { .noTodo(id: id) }
}

/// What is to change in a todo.
public struct TodoChange: Equatable, Sendable {
  /// nil to keep the current one, as for all of these.
  public var text: String?
  public var isDone: Bool?
  /// `.some(nil)` for nobody.
  public var assignee: String??
  /// `.some(nil)` for any day.
  public var due: Day??

  public init(
    text: String? = nil, isDone: Bool? = nil, assignee: String?? = nil, due: Day?? = nil
  ) {
    self.text = text
    self.isDone = isDone
    self.assignee = assignee
    self.due = due
  }
}
