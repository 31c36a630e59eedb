internal import BoxServer
internal import BoxWire

/// One thing that a rule allows.
struct Grant: Hashable, Sendable {
  let action: Rights.Action
  let pattern: Pattern
}

extension Rights {
  /// The patterns of each action are in order of their text.
  convenience init(_ grants: Set<Grant>) {
    func patterns(_ action: Action) -> [Pattern] {
      grants.filter { $0.action == action }.map(\.pattern).inOrder
    }
    self.init(
      read: patterns(.read), set: patterns(.set), delete: patterns(.delete),
      call: patterns(.call), named: [[TrashScene.name, TrashScene.purge]])
  }
}
