internal import BoxWire
internal import LoopHTTP
package import UVLoop

/// A cluster of etcd (3.4 or later), which keeps keys with their values and revisions, over its JSON
/// gateway.
///
/// Requests go to the member that answered last, and to the next one if it does not. Nothing that may
/// have changed something is sent twice.
@LoopActor
package final class EtcdCluster {
  private let setting: EtcdSetting
  private let connection: EtcdConnection
  private let limits: EtcdLimits
  private var watches: [ObjectIdentifier: EtcdWatch] = [:]

  /// - Parameters:
  ///   - password: returns that of the user; nil if it cannot be read. Called when a token is needed.
  ///   - log: gets a line when another member is used from now on, and when none answers.
  package convenience init(
    _ setting: EtcdSetting, password: @escaping @LoopActor () async -> String? = { nil },
    log: @escaping @LoopActor (String) -> Void
  ) {
    self.init(setting, EtcdLimits(), password: password, log: log)
  }

  init(
    _ setting: EtcdSetting, _ limits: EtcdLimits,
    password: @escaping @LoopActor () async -> String? = { nil },
    log: @escaping @LoopActor (String) -> Void
  ) {
    self.setting = setting
    self.limits = limits
    let credentials = EtcdCredentials(user: setting.user, password: password)
    connection = EtcdConnection(setting, limits, credentials, log: log)
  }

  isolated deinit {
    close()
  }

  /// Returns all keys that begin with a prefix, as they were at one revision, in their order, except
  /// for those that are not UTF-8.
  ///
  /// They are read in pages, so that neither the cluster nor the loop is kept from other work.
  ///
  /// - Throws: `unavailable`, also if the cluster compacts its revisions faster than they are read;
  ///   `denied`, `malformed` or `cancelled`.
  func list(_ prefix: String) async throws(EtcdError) -> (pairs: [EtcdPair], revision: Int) {
    for _ in 0..<3 {
      do throws(EtcdFault) {
        return try await list(.all(under: prefix))
      } catch {
        if error != .compacted { throw error.error }
      }
    }
    throw .unavailable(reason: "the cluster was compacted while \(prefix) was read")
  }

  private func list(
    _ range: EtcdRange
  ) async throws(EtcdFault) -> (pairs: [EtcdPair], revision: Int) {
    var (range, pairs) = (range, [EtcdPair]())
    range.limit = 64
    while true {
      let (page, size) = try await page(&range)
      pairs += page.pairs
      if range.revision == 0 { range.revision = page.revision }
      guard page.hasMore, let last = page.last else { return (pairs, range.revision) }
      // The next key there can be.
      range.key = last + [0]
      // The next values may be larger than the last ones, so it grows slowly.
      range.limit = min(max(1, range.limit * limits.page / max(1, size)), 4 * range.limit, 10_000)
    }
  }

  /// Reads a page, with a smaller limit if its answer is too long.
  ///
  /// - Returns: the page, and the size of its answer in bytes.
  private func page(_ range: inout EtcdRange) async throws(EtcdFault) -> (EtcdPage, size: Int) {
    while true {
      do throws(EtcdFault) {
        let answer = try await connection.read("/v3/kv/range", range.request)
        guard let page = await longWork(on: answer.bytes.count, { EtcdPage(answer) }) else {
          throw .failed(.malformed(reason: "the cluster answers a list with \(answer.shown)"))
        }
        return (page, answer.bytes.count)
      } catch {
        guard error == .tooLong, range.limit > 1 else { throw error }
        range.limit = max(1, range.limit / 8)
      }
    }
  }

  /// Returns the revision of the cluster: that of the last change that was answered before, by any
  /// member to any client, or a later one.
  ///
  /// - Throws: `unavailable`, `denied`, `malformed` or `cancelled`.
  func revision() async throws(EtcdError) -> Int {
    do throws(EtcdFault) {
      return try await connection.revision()
    } catch {
      throw error.error
    }
  }

  /// Makes changes if all conditions hold.
  ///
  /// For `nothingWritten`, etcd 3.4 reads all values under the prefix; keys that were deleted since
  /// do not count as written.
  ///
  /// - Throws: `EtcdError`. After `unknown` and `cancelled`, the changes may have been made, and may
  ///   still be; after others, they were not.
  func commit(_ transaction: EtcdTransaction) async throws(EtcdError) -> EtcdOutcome {
    let answer: JSONText
    do throws(EtcdFault) {
      answer = try await connection.change("/v3/kv/txn", transaction.request)
    } catch {
      throw error.error
    }
    guard let outcome = EtcdOutcome(answer) else {
      throw .unknown(reason: "the cluster answers a transaction with \(answer.shown)")
    }
    return outcome
  }

  /// Follows what happens under a prefix after a revision, such as that of a list.
  ///
  /// The feed continues, at another member if need be, until it is cancelled or released, or the
  /// cluster is closed.
  func follow(_ prefix: String, after revision: Int) -> EtcdFeed {
    let watch = EtcdWatch(
      of: .all(under: prefix), after: revision, connection, HTTPClient(setting, limits))
    let id = ObjectIdentifier(watch)
    if connection.isClosed {
      watch.cancel()
    } else {
      watches[id] = watch
      watch.start { [weak self] in self?.watches[id] = nil }
    }
    return EtcdFeed(watch)
  }

  /// Ends all requests and feeds, also later ones: requests with `cancelled`.
  package func close() {
    connection.close()
    for watch in watches.values { watch.cancel() }
    watches = [:]
  }
}

// Leases.
extension EtcdCluster {
  /// Grants a lease: keys that are put with it are deleted when it ends.
  ///
  /// - Parameter seconds: at least 1. The cluster may grant more.
  /// - Returns: its id, and after how many seconds it ends unless it is kept alive.
  /// - Throws: `EtcdError`. A lease that is granted without an answer ends by itself.
  func grantLease(seconds: Int) async throws(EtcdError) -> (id: Int, ttl: Int) {
    let answer = try await lease("grant", ["TTL": JSONText(int64: seconds)])
    guard let id = answer["ID"]?.int64, let ttl = answer["TTL"]?.int64 else {
      throw .malformed(reason: "the cluster grants a lease with \(answer.shown)")
    }
    return (id, ttl)
  }

  /// Lets a lease last as long as when it was granted, from now on.
  ///
  /// - Returns: after how many seconds it ends; 0 if it has ended.
  /// - Throws: `EtcdError`.
  func keepAlive(lease: Int) async throws(EtcdError) -> Int {
    // The answer is that of a stream, which ends after one.
    let answer = try await self.lease("keepalive", ["ID": JSONText(int64: lease)])
    return answer["result"]?["TTL"]?.int64 ?? 0
  }

  /// Ends a lease. Does nothing if it has ended.
  ///
  /// - Throws: `EtcdError`.
  func revoke(lease: Int) async throws(EtcdError) {
    _ = try await self.lease("revoke", ["ID": JSONText(int64: lease)])
  }

  /// Each of these may be sent twice.
  private func lease(_ deed: String, _ body: JSONText) async throws(EtcdError) -> JSONText {
    do throws(EtcdFault) {
      return try await connection.read("/v3/lease/\(deed)", body)
    } catch {
      throw error.error
    }
  }
}

/// Runs work on one of libuv's threads if there are many bytes to work on. Few take less time than
/// going to another thread and back.
@LoopActor
func longWork<Result: Sendable>(
  on bytes: Int, _ body: @Sendable () -> Result
) async -> Result {
  bytes < 65_536 ? body() : await BlockingWork.run(body)
}
