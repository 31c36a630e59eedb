import Domain

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
