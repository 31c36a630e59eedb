/// Decides which answers of overlapping calls are used. Calls are numbered in the order in which
/// they start.
public struct CallOrder: Equatable, Sendable {
  /// The number of the newest call.
  private var started = 0
  /// The call whose failure is shown, until a later one succeeds; nil if there is none.
  private var failed: Int?
  /// The newest call that succeeded.
  private var succeeded = 0
  /// The version of the value that is shown.
  private var shownVersion = Int.min
  /// The newest call whose value was shown; 0 if there was none.
  private var shownCall = 0

  /// Whether the newest call that ended has failed.
  public var hasFailure: Bool { failed != nil }

  /// No call has started yet.
  public init() {}

  /// Returns the number of a new call.
  public mutating func start() -> Int {
    started += 1
    return started
  }

  /// Returns whether to show the value that `call` returned: not if it is older than the one shown,
  /// by version and, if versions are equal, by start.
  public mutating func succeed(_ call: Int, version: Int) -> Bool {
    succeeded = max(succeeded, call)
    if let failed, failed < call { self.failed = nil }
    guard (version, call) > (shownVersion, shownCall) else { return false }
    (shownVersion, shownCall) = (version, call)
    return true
  }

  /// Returns whether to show a value that no call returned: only if it is newer than the one shown.
  public mutating func receive(version: Int) -> Bool {
    guard version > shownVersion else { return false }
    shownVersion = version
    return true
  }

  /// Returns whether to show the failure of a fetch: only if no later call has already ended.
  public mutating func failFetch(_ call: Int) -> Bool {
    guard call > max(succeeded, failed ?? 0) else { return false }
    failed = call
    return true
  }

  /// Forgets the failure that is shown, because the store has worked since.
  mutating func clearFailure() {
    failed = nil
  }

  /// Records the failure of a change, which is always shown, because the change was not made.
  public mutating func failChange(_ call: Int) {
    failed = max(call, failed ?? 0)
  }
}
