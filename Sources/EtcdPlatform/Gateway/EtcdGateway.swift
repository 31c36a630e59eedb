package import Domain
package import UVLoop

/// Topics with their arguments and posts in an etcd cluster, mirrored.
///
/// Everything is read from the mirror, which follows the cluster; nothing that is read waits for the
/// network. A change is made by the cluster, and its call returns when the mirror has it. Without a
/// majority of the cluster, what the mirror has stays readable, and changes fail.
@LoopActor
package final class EtcdGateway: BoardsGateway, HistoryGateway, LiveGateway, PostsGateway,
  TopicsGateway, TrashGateway
{
  let follower: EtcdFollower
  let mirror: EtcdMirror
  let turns = TurnQueue<Subject>()
  /// Whether old entries are being dropped.
  var isDropping = false
  let now: CurrentTime
  nonisolated let reports: EtcdReports

  /// What changes take turns about.
  enum Subject: Hashable {
    case topic(Topic.ID)
    /// The list of topics, and the trash.
    case list
  }

  /// - Parameters:
  ///   - prefix: that of all keys.
  ///   - initial: returns the boards of a new store.
  package init(
    _ cluster: EtcdCluster, prefix: String, now: @escaping CurrentTime,
    initial: @escaping @Sendable () -> [Board] = { [] }
  ) {
    let reports = EtcdReports()
    self.reports = reports
    self.now = now
    follower = EtcdFollower(cluster, prefix: prefix, now: now)
    mirror = EtcdMirror(follower, reports)
    mirror.makeLayout = { [weak self] () async throws(EtcdError) in
      try await self?.makeLayout(initial())
    }
    mirror.cleanUp = { [weak self] in
      LoopActor.task { try? await self?.removeRemains() }
    }
  }

  /// Ends all requests. Every later call fails.
  package func close() {
    follower.close()
    follower.cluster.close()
  }

  // MARK: Live queries

  package nonisolated func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    reports.changes()
  }

  package nonisolated func faults() -> AsyncStream<[StoreFault]> { reports.faults() }

  package nonisolated func removals() -> AsyncStream<Void> { reports.removals() }

  package nonisolated var keepsTrash: Bool { true }

  func stored<Value>(_ value: Value) -> Stored<Value> { Stored(value, version: reports.version) }
}

extension StoreError {
  /// The error of a cluster as one of its store.
  init(_ error: EtcdError) {
    switch error {
    case .full: self = .full
    case .tooLarge: self = .unsupported(error.reason)
    case .unavailable, .unknown, .denied, .leaseEnded, .malformed, .cancelled:
      self = .unavailable(reason: error.reason)
    }
  }
}

extension EtcdError {
  /// What happened, for people.
  var reason: String {
    switch self {
    case .unavailable(let reason), .denied(let reason), .malformed(let reason): reason
    case .unknown(let reason): "\(reason); it is not known whether the change was made"
    case .full: "the cluster has no space left"
    case .tooLarge: "a change that is larger than the cluster accepts"
    case .leaseEnded: "the cluster is so slow that a time to live has passed before its box was set"
    case .cancelled: "the store is closed"
    }
  }
}
