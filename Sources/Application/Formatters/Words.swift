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
      old.side == new.side
        ? "moved \(old.words)" : "moved \(old.words) to \(new.side.rawValue) \(new.id)"
    case .argumentRemoved(let argument, _): "removed \(argument.words)"
    case .argumentSupported(let argument, true): "supported \(argument.words)"
    case .argumentSupported(let argument, false): "no longer supported \(argument.words)"
    case .positionTaken(let position, let old):
      old.map { "took the position \(position.words.quoted) instead of \($0.words.quoted)" }
        ?? "took the position \(position.words.quoted)"
    case .positionWithdrawn(let position): "withdrew the position \(position.words.quoted)"
    case .ruleChanged(_, let rule?): "set the rule for the decision: \(rule.words)"
    case .ruleChanged(_, nil): "removed the rule for the decision"
    case .decided(let decision): "\(decision.words), because \(decision.reason.quoted)"
    case .reopened(let decision): "reopened what was \(decision.words)"
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
  fileprivate var words: String { "\(side.rawValue) \(id) \(content)" }

  /// The text and, unless it is the usual one, the weight.
  fileprivate var content: String {
    weight == Limits.defaultWeight ? text.quoted : "\(text.quoted) (\(weight))"
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
