import BoardValues
public import Domain

extension Side {
  /// Returns a number of the side's arguments in words, such as "1 pro" or "0 cons".
  func counted(_ count: Int) -> String {
    switch self {
    case .pro: count == 1 ? "1 pro" : "\(count) pros"
    case .con: count == 1 ? "1 con" : "\(count) cons"
    }
  }
}

extension Int {
  /// The number with its sign, such as "+1" and "-1"; 0 has none.
  var signed: String { self > 0 ? "+\(self)" : "\(self)" }
}

extension Summary.Leaning {
  var words: String {
    switch self {
    case .pro: "leans pro"
    case .con: "leans con"
    case .even: "even"
    }
  }
}

extension Freshness {
  /// A sentence for people about a copy that could not be refreshed; nil for any other.
  var alert: String? {
    guard let failure else { return nil }
    let reason = "the service is not available: \(failure)"
    guard let confirmed = confirmed ?? fetched else { return reason }
    return "this copy is from \(confirmed.words(editedAt: confirmed, by: nil)), because \(reason)"
  }
}

extension Timestamp {
  /// When something was written and, if it was, last edited: "2026-11-22 10:00 UTC", or
  /// "2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob".
  ///
  /// The time zone is UTC, because readers in several time zones get the same words. A date that is
  /// not known is left out.
  ///
  /// - Parameters:
  ///   - updated: when it was last edited; the same time if it never was.
  ///   - editor: the user who edited it; nil if that is not known.
  func words(editedAt updated: Timestamp, by editor: String?) -> String {
    if updated == self { return known.map { "\($0.minute) UTC" } ?? "" }
    let edited = (known.map { "\($0.minute), " } ?? "") + "edited \(updated.minute) UTC"
    return editor.map { "\(edited) by \($0)" } ?? edited
  }

  /// Date and time of day in UTC, rounded down to a minute.
  var minute: String {
    let text = rfc3339
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}

extension Argument {
  /// The text, followed by the weight unless that is the usual one, such as "No breaks ×2".
  var label: String {
    weight == Limits.defaultWeight ? text : "\(text) ×\(weight)"
  }
}

extension Side {
  /// The message for a side without arguments.
  public var nothingFound: String {
    switch self {
    case .pro: "No pros found"
    case .con: "No cons found"
    }
  }
}

extension SceneName {
  /// The title of a scene for people.
  ///
  /// - Parameter subject: the title of the topic or post that it shows; ignored if it shows none.
  func title(_ subject: String = "") -> String {
    switch self {
    case .topics: "Topics"
    case .board, .post: subject
    case .posts: "Posts: \(subject)"
    case .draft: "New post"
    case .login: "Log in"
    }
  }
}

extension TopicEvent {
  /// The change in words, including the previous state.
  var words: String {
    switch self {
    case .created(let title): "created \(title.quoted)"
    case .renamed(let old, let new): "renamed \(old.quoted) to \(new.quoted)"
    case .removed(let title): "removed \(title.quoted)"
    case .restored(let title): "restored \(title.quoted)"
    case .argumentAdded(let argument, _): "added \(argument.words)"
    case .argumentChanged(let old, let new): "changed \(old.words) to \(new.content)"
    case .argumentMoved(let old, _, let new, _):
      old.column == new.column ? "moved \(old.words)" : "moved \(old.words) to \(new.place)"
    case .argumentRemoved(let argument, _): "removed \(argument.words)"
    case .argumentSupported(let argument, true): "supported \(argument.words)"
    case .argumentSupported(let argument, false): "no longer supported \(argument.words)"
    case .positionTaken(let position, let old):
      old.map { "took the position \(position.words().quoted) instead of \($0.words().quoted)" }
        ?? "took the position \(position.words().quoted)"
    case .positionWithdrawn(let position): "withdrew the position \(position.words().quoted)"
    case .ruleChanged(_, let rule?): "set the rule for the decision: \(rule.words)"
    case .ruleChanged(_, nil): "removed the rule for the decision"
    case .decided(let decision): "\(decision.line), because \(decision.reason.quoted)"
    case .reopened(let decision): "reopened what was \(decision.line)"
    case .superseded(let successor?, _): "superseded it by \(successor)"
    case .superseded(nil, let old): "no longer superseded it by \(old ?? "another topic")"
    case .commentAdded(let comment, let argument, _):
      "commented on \(argument.words): \(comment.text.quoted)"
    case .commentRemoved(let comment, let argument, _):
      "removed the comment \(comment.text.quoted) on \(argument.words)"
    case .optionAdded(let option, _): "added option \(option.id) \(option.title.quoted)"
    case .optionChanged(let old, let new):
      old.title == new.title
        ? "changed the text of option \(new.id) \(new.title.quoted)"
        : "changed option \(old.id) \(old.title.quoted) to \(new.title.quoted)"
    case .optionMoved(let option, _, _): "moved option \(option.id) \(option.title.quoted)"
    case .optionRemoved(let board, _):
      "removed option \(board.id) \(board.option.title.quoted)"
    case .converted(let option):
      "made the board option \(option.id) \(option.title.quoted)"
    case .objectionChanged(nil, let objection): "objected: \(objection.text.quoted)"
    case .objectionChanged(_, let objection): objection.words
    case .todoAdded(let todo, _): "added todo \(todo.words.quoted)"
    case .todoChanged(let old, let new): "changed todo \(old.words.quoted) to \(new.words.quoted)"
    case .todoMoved(let todo, _, _): "moved todo \(todo.words.quoted)"
    case .todoRemoved(let todo, _): "removed todo \(todo.words.quoted)"
    case .postWritten(let post): "wrote post \(post.title.quoted)"
    case .postEdited(let old, let new):
      old.title == new.title
        ? "edited post \(new.title.quoted)"
        : "edited post \(old.title.quoted), now \(new.title.quoted)"
    case .postRemoved(let post): "removed post \(post.title.quoted)"
    }
  }
}

extension Argument {
  /// The argument in words, such as `pro 1 "No breaks" (2)`.
  fileprivate var words: String { "\(place) \(content)" }

  /// Where it is, such as `pro 1` or `pro 1 of option 2`.
  fileprivate var place: String {
    column.option.map { "\(side.rawValue) \(id) of option \($0)" } ?? "\(side.rawValue) \(id)"
  }

  /// The text and, unless it is the usual one, the weight.
  fileprivate var content: String {
    weight == Limits.defaultWeight ? text.quoted : "\(text.quoted) (\(weight))"
  }
}

extension Objection {
  /// What was done to it last.
  fileprivate var words: String {
    let name = "objection \(id) of \(author)"
    return switch closing?.kind {
    case .withdrawn: "withdrew \(name)"
    case .resolved: "resolved \(name)"
    case nil: answer.map { "answered \(name): \($0.text.quoted)" } ?? "opened \(name) again"
    }
  }
}

extension Todo {
  /// As a line of a task list, such as "[ ] Migrate the staging copy @ada 2026-12-01".
  var words: String {
    [isDone ? "[x]" : "[ ]", text, assignee.map { "@\($0)" }, due?.text].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
