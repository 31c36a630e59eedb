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

  /// As in any pattern, a wildcard as the first segment does not match `daemon`.
  public init(read: [Pattern], set: [Pattern], delete: [Pattern], call: [Pattern]) {
    self.read = read
    self.set = set
    self.delete = delete
    self.call = call
  }

  /// What a caller may want to do at a path.
  public enum Action: String, CaseIterable, Sendable {
    case read, set, delete, call
  }

  /// Whether an action is allowed at a path, decided by its text alone.
  public func allow(_ action: Action, at path: Path) -> Bool {
    patterns(for: action).match(path.segments)
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
