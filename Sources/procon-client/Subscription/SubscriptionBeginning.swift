internal import ArgumentParser
internal import BoxWire

/// What a subscription starts with.
enum SubscriptionBeginning: Equatable, Sendable {
  /// The current values.
  case present
  /// The changes since this position.
  case since(Subscribe.Position)
  /// The last revisions of the boxes, at most this many.
  case replay(Int)

  var since: Subscribe.Position? {
    if case .since(let position) = self { position } else { nil }
  }

  var replay: Int? {
    if case .replay(let count) = self { count } else { nil }
  }
}

extension Subscribe.Position {
  /// Parses an argument of the command line, `EPOCH:REVISION`.
  static func argument(_ text: String) throws(ValidationError) -> Subscribe.Position {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let revision = Int(text[text.index(after: colon)...]), revision >= 0
    else {
      throw ValidationError("it must be an epoch and a revision, such as 5f0c3a:41")
    }
    return Subscribe.Position(epoch: String(text[..<colon]), revision: revision)
  }
}
