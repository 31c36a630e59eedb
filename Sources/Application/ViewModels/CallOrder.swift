/// Decides which answers of overlapping calls still count. Calls are numbered in the order in which
/// they start.
struct CallOrder {
  /// The number of the newest call.
  private var started = 0
  /// The call whose failure stands, until a later one succeeds; nil when none does.
  private var failed: Int?
  /// The newest call that succeeded.
  private var succeeded = 0
  /// The version and the call of the list that is shown.
  private var shown = (version: Int.min, call: 0)
  /// The newest call when that list came.
  private var startedWhenShown = 0

  /// Whether the newest call that ended has failed.
  var hasFailure: Bool { failed != nil }

  /// The number of a new call.
  mutating func start() -> Int {
    started += 1
    return started
  }

  /// Whether the list that `call` brought is to be shown: it is, unless it is older than the one
  /// that is shown, by version and, where versions are equal, by start. A call that started after
  /// that one came cannot be older, whatever its version: the store was put back to an earlier
  /// state.
  mutating func succeed(_ call: Int, version: Int) -> Bool {
    succeeded = max(succeeded, call)
    if let failed, failed < call { self.failed = nil }
    guard call > startedWhenShown || (version, call) > shown else { return false }
    shown = (version, call)
    startedWhenShown = started
    return true
  }

  /// Whether the failure of a fetch says anything new: no later call has ended before it.
  mutating func failFetch(_ call: Int) -> Bool {
    guard call > max(succeeded, failed ?? 0) else { return false }
    failed = call
    return true
  }

  /// The failure of a change always counts, for what was asked was not done.
  mutating func failChange(_ call: Int) {
    failed = max(call, failed ?? 0)
  }
}
