/// Decides which answers of overlapping calls are used. Calls are numbered in the order in which
/// they start.
struct CallOrder {
  /// The number of the newest call.
  private var started = 0
  /// The call whose failure is shown, until a later one succeeds; nil if there is none.
  private var failed: Int?
  /// The newest call that succeeded.
  private var succeeded = 0
  /// The version and the call of the value that is shown.
  private var shown = (version: Int.min, call: 0)

  /// Whether the newest call that ended has failed.
  var hasFailure: Bool { failed != nil }

  /// Returns the number of a new call.
  mutating func start() -> Int {
    started += 1
    return started
  }

  /// Returns whether to show the value that `call` returned: not if it is older than the one shown,
  /// by version and, if versions are equal, by start.
  mutating func succeed(_ call: Int, version: Int) -> Bool {
    succeeded = max(succeeded, call)
    if let failed, failed < call { self.failed = nil }
    guard (version, call) > shown else { return false }
    shown = (version, call)
    return true
  }

  /// Returns whether to show a value that no call returned: only if it is newer than the one shown.
  mutating func receive(version: Int) -> Bool {
    guard version > shown.version else { return false }
    shown.version = version
    return true
  }

  /// Returns whether to show the failure of a fetch: only if no later call has already ended.
  mutating func failFetch(_ call: Int) -> Bool {
    guard call > max(succeeded, failed ?? 0) else { return false }
    failed = call
    return true
  }

  /// Records the failure of a change, which is always shown, because the change was not made.
  mutating func failChange(_ call: Int) {
    failed = max(call, failed ?? 0)
  }
}
