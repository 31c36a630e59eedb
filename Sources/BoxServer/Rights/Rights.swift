public import BoxWire

/// What a caller may do. Callers with the same rights share one object, and with it the lines that
/// are made for them.
///
/// `ping`, `unsubscribe`, and everything under `session` are allowed to every caller.
public final class Rights: Sendable {
  /// Patterns of the boxes that may be read.
  public let read: [Pattern]
  /// Patterns of the boxes that may be set.
  public let set: [Pattern]
  /// Patterns of the boxes that may be deleted.
  public let delete: [Pattern]
  /// Patterns of the intents that may be called.
  public let call: [Pattern]
  /// The last segments of intents that only a pattern with these names at its end allows, such as
  /// `trash.purge`: they are too dangerous to be allowed along with others.
  public let named: [[String]]

  /// As in any pattern, a wildcard as the first segment does not match `daemon`.
  public init(
    read: [Pattern], set: [Pattern], delete: [Pattern], call: [Pattern], named: [[String]] = []
  ) {
    self.read = read
    self.set = set
    self.delete = delete
    self.call = call
    self.named = named
  }

  /// What a caller may want to do at a path.
  public enum Action: String, CaseIterable, Sendable {
    case read, set, delete, call
  }

  /// The reason in errors for what they do not allow.
  public static let reason = "policy"

  /// Whether an action is allowed at a path, decided by its text alone.
  public func allow(_ action: Action, at path: Path) -> Bool {
    allow(action, at: path.segments)
  }

  /// Whether an action is allowed at the path with these segments.
  public func allow(_ action: Action, at path: [Substring]) -> Bool {
    let patterns = patterns(for: action)
    let name = named.first { action == .call && path.suffix($0.count).elementsEqual($0, by: ==) }
    guard let name else { return patterns.match(path) }
    let end = name.map { Pattern.Segment.name($0[...]) }
    return patterns.filter { $0.segments.suffix(end.count).elementsEqual(end) }.match(path)
  }

  func patterns(for action: Action) -> [Pattern] {
    switch action {
    case .read: read
    case .set: set
    case .delete: delete
    case .call: call
    }
  }
}

/// Rights are compared by identity, because callers with the same rights share one object.
extension Rights: Hashable {
  public static func == (left: Rights, right: Rights) -> Bool {
    left === right
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Rights {
  /// Whether a caller may know whether there is a box or an intent at a path or under it, decided by
  /// its text alone.
  func mayKnow(_ path: Path) -> Bool {
    let segments = path.segments
    return read.mayMatch(atOrUnder: segments) || call.mayMatch(atOrUnder: segments)
  }

  /// The error for what they do not allow. It depends on the request's text alone.
  static func refusal(_ action: Action, at path: Path) -> RequestError {
    RequestError(
      .notAllowed, "you may not \(action.rawValue) \(path.text.excerpt)", .reason(reason))
  }

  /// - Throws: `RequestError` -32003.
  func check(_ action: Action, at path: Path) throws(RequestError) {
    guard allow(action, at: path) else { throw Self.refusal(action, at: path) }
  }
}

extension [Pattern] {
  /// Whether one of them may match the path with these segments, or one under it.
  func mayMatch(atOrUnder path: [Substring]) -> Bool {
    contains { $0.mayMatch(atOrUnder: path) }
  }
}

extension Pattern {
  fileprivate func mayMatch(atOrUnder path: [Substring]) -> Bool {
    for (index, name) in path.enumerated() where index < segments.count {
      switch segments[index] {
      case .name(let own): guard own == name else { return false }
      case .any: guard index > 0 || !Pattern.mustBeNamed(name) else { return false }
      case .rest: return index > 0 || !Pattern.mustBeNamed(name)
      }
    }
    // A shorter pattern names something above the path, unless it ends with `**`.
    return segments.count >= path.count
  }
}
