internal import UVLoop

/// Up to when it is proven that a watch lives.
struct EtcdProof {
  /// When the newest revision was read that the member has reached.
  private(set) var last: MonotonicTime
  /// The revision that the member has to reach, when it was read, and since when it is waited for.
  private var awaited: (revision: Int, readAt: MonotonicTime, since: MonotonicTime)?

  init(at now: MonotonicTime) {
    last = now
  }

  /// Whether the member has to reach a revision.
  var isAwaited: Bool { awaited != nil }

  /// Whether the member has had to reach a revision for longer than this.
  func isAwaited(for time: Duration, at now: MonotonicTime) -> Bool {
    awaited.map { $0.since.duration(to: now) > time } ?? false
  }

  /// Waits for the member to reach the revision of the cluster.
  mutating func `await`(_ revision: Int, readAt begin: MonotonicTime, at now: MonotonicTime) {
    awaited = (revision, begin, now)
  }

  /// Waits for nothing, until the next revision is read.
  mutating func restart() {
    awaited = nil
  }

  /// Notes the revision of the member.
  ///
  /// - Returns: whether that was waited for.
  mutating func note(_ revision: Int) -> Bool {
    guard let awaited, revision >= awaited.revision else { return false }
    last = awaited.readAt
    self.awaited = nil
    return true
  }
}
