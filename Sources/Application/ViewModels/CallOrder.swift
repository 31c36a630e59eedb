/// Decides which failures of overlapping calls are shown. Calls are numbered in the order in which
/// they start.
public struct CallOrder: Equatable, Sendable {
  /// The number of the newest call.
  private var started = 0
  /// The call whose failure is shown, until a later one succeeds; nil if there is none.
  private var failed: Int?
  /// The newest call that succeeded.
  private var succeeded = 0

  /// Whether the newest call that ended has failed.
  public var hasFailure: Bool { failed != nil }

  /// No call has started yet.
  public init() {}

  /// Returns the number of a new call.
  public mutating func start() -> Int {
    started += 1
    return started
  }

  /// Forgets the failure of an earlier call.
  public mutating func succeed(_ call: Int) {
    succeeded = max(succeeded, call)
    if let failed, failed < call { self.failed = nil }
  }

  /// Returns whether to show the failure of a fetch: only if no later call has already ended.
  public mutating func failFetch(_ call: Int) -> Bool {
    guard call > max(succeeded, failed ?? 0) else { return false }
    failed = call
    return true
  }

  /// Forgets the failure that is shown, because the store has worked since.
  public mutating func clearFailure() {
    failed = nil
  }

  /// Records the failure of a change, which is always shown, because the change was not made.
  public mutating func failChange(_ call: Int) {
    failed = max(call, failed ?? 0)
  }
}
