import EtcdTestSupport
import LoopHTTP
import SystemTestSupport
import UVLoop

@testable import EtcdPlatform

extension EtcdSetting {
  /// The setting for a test's cluster.
  init(
    _ members: EtcdMembers, prefix: String = "/procon/", authorities: String? = nil,
    certificate: ClientCertificate? = nil, user: String? = nil
  ) throws {
    self.init(
      members: try members.urls.map { try HTTPURL($0) }, prefix: prefix, authorities: authorities,
      certificate: certificate, user: user)
  }
}

extension EtcdCluster {
  /// A client of a test's cluster.
  convenience init(
    _ members: EtcdMembers, prefix: String = "/procon/", _ limits: EtcdLimits = EtcdLimits()
  ) throws {
    self.init(try EtcdSetting(members, prefix: prefix), limits) { _ in }
  }

  /// Makes changes without conditions.
  ///
  /// - Returns: their revision.
  @discardableResult
  func make(_ changes: EtcdTransaction.Change...) async throws -> Int {
    switch try await commit(EtcdTransaction(conditions: [], changes: changes)) {
    case .made(let revision): return revision
    case .refused: throw Refused()
    }
  }

  /// Makes a change until the cluster says that it is made, with the pauses of the requests.
  func makeUntilDone(_ changes: [EtcdTransaction.Change]) async throws -> Int {
    let deadline = Deadline()
    while true {
      do throws(EtcdError) {
        let transaction = EtcdTransaction(conditions: [], changes: changes)
        if case .made(let revision) = try await commit(transaction) { return revision }
      } catch {
        if deadline.hasPassed { throw error }
      }
    }
  }

  struct Refused: Error {}
}

extension EtcdFeed {
  /// Returns the next step. Other news are left out.
  func nextStep() async -> EtcdStep? {
    while let news = await next() {
      if case .step(let step) = news { return step }
    }
    return nil
  }

  /// Waits for a proof that it delivers what the cluster has from now on.
  ///
  /// - Throws: `DeadlinePassed`.
  func waitForProof() async throws {
    let (begin, deadline) = (MonotonicTime.now, Deadline())
    while watch.proof.last < begin {
      if deadline.hasPassed { throw DeadlinePassed(soFar: "no proof") }
      await Pause.wait(for: .milliseconds(10))
    }
  }
}

/// A prefix for one test of those that share a cluster.
func uniquePrefix() -> String { "/procon/\(UInt64.random(in: 0...UInt64.max))/" }

extension EtcdTransaction.Change {
  static func put(_ key: String, _ value: String) -> Self {
    .put(key: key, value: Array(value.utf8))
  }
}
