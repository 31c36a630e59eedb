/// Lets a few callers in at a time. The others wait: the peers take turns, and the callers of one
/// peer enter in the order in which they came. So a peer that keeps many waiting delays the others
/// by one turn at most.
final class LogInQueue {
  private var free: Int
  /// The callers of each peer, oldest first; never empty.
  private var waiting: [AnyHashable: [CheckedContinuation<Void, Never>]] = [:]
  /// The peers that have callers waiting, next first.
  private var turns: [AnyHashable] = []

  /// - Parameter concurrent: the number of callers that can be in at the same time; at least 1.
  init(concurrent: Int) {
    free = concurrent
  }

  /// Returns when a caller of this peer is in. Each call that returns true needs one of ``leave()``.
  ///
  /// - Returns: false if too many of the peer's callers are waiting already.
  func enter(from peer: AnyHashable) async -> Bool {
    guard free > 0 || waiting[peer, default: []].count < Limits.waitingLogIns else { return false }
    await withCheckedContinuation { continuation in
      // Others may have entered or left since.
      guard free == 0 else {
        free -= 1
        return continuation.resume()
      }
      if waiting[peer] == nil { turns.append(peer) }
      waiting[peer, default: []].append(continuation)
    }
    return true
  }

  func leave() {
    guard !turns.isEmpty else {
      free += 1
      return
    }
    let peer = turns.removeFirst()
    let next = waiting[peer]?.removeFirst()
    if waiting[peer]?.isEmpty == false {
      turns.append(peer)
    } else {
      waiting[peer] = nil
    }
    next?.resume()
  }
}
