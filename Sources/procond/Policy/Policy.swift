internal import BoxServer
internal import BoxWire

/// What callers may do by the current rules.
///
/// Callers that may do the same share one object, even if different rules allow it, and also when
/// the rules have changed since: the server compares these objects, and sends the same lines to
/// callers with the same one.
final class Policy {
  /// nil if there is no policy.
  private(set) var rules: PolicyRules?
  /// By the rules that concern a caller, for a quick answer.
  private var byRules: [[Int]: Rights] = [:]
  /// By what they allow.
  private var byGrants: [Set<Grant>: Rights] = [:]

  /// Maximum number of objects to share. When it is reached, all are forgotten: callers that come
  /// later share new ones. It takes that many different combinations of rules among the callers.
  static let capacity = 1000

  /// Replaces the rules.
  ///
  /// - Returns: whether they have changed.
  func adopt(_ rules: PolicyRules?) -> Bool {
    guard rules != self.rules else { return false }
    self.rules = rules
    byRules = [:]
    return true
  }

  /// Returns what a caller may do; nil for everything.
  ///
  /// - Parameter groups: asks the kernel for the IDs of the caller's groups; called only if a rule
  ///   names one.
  func rights(of caller: Caller, groups: () -> [UInt32]) -> Rights? {
    guard let rules else { return nil }
    let matching = rules.matching(caller, groups: groups)
    if let rights = byRules[matching] { return rights }
    if max(byRules.count, byGrants.count) >= Self.capacity { (byRules, byGrants) = ([:], [:]) }
    let grants = rules.grants(of: matching)
    let rights = byGrants[grants] ?? Rights(grants)
    byGrants[grants] = rights
    byRules[matching] = rights
    return rights
  }
}

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
      call: patterns(.call),
      named: [
        [TrashScene.name, TrashScene.purge], [DecisionScenes.name, DecisionScenes.reopen],
        [DecisionScenes.name, DecisionScenes.override],
      ])
  }
}
