internal import BoxWire
internal import DequeModule
internal import UVLoop

/// Keeps the memory used on behalf of clients within the limits. Above a limit, the user that uses
/// most loses connections that hardly move, and until that has helped, no connection may use more.
///
/// It checks connections only while much memory is in use.
@LoopActor
final class MemoryGuard {
  private let registry: Registry
  private let connections: @LoopActor () -> [ClientConnection]
  /// In the order in which reading from them stopped.
  private var stalled: [ClientConnection] = []
  private var checking: Timer?
  /// The maximum that was used since memory was last returned to the system.
  private var peak = 0
  private var trimming: Timer?

  /// - Parameter connections: returns all open connections.
  init(_ registry: Registry, _ connections: @escaping @LoopActor () -> [ClientConnection]) {
    self.registry = registry
    self.connections = connections
  }

  private var memory: MemoryUse { registry.log.memory }
  private var isUnsentOver: Bool { memory.waiting > registry.limits.unsentBytes }
  private var isUnfinishedOver: Bool { memory.unfinished > registry.limits.unfinishedBytes }

  /// To be called in each pass, before the loop sleeps.
  func check() {
    let held = memory.waiting + memory.unfinished
    guard held > 0 || peak > 0 || memory.freed > 0 else { return }
    peak = max(peak, held)
    registry.turns.isHeld = isUnsentOver
    registry.turns.isCrowded = memory.unfinished > registry.limits.unfinishedBytes / 2
    if checking == nil, isMuch || !stalled.isEmpty {
      checking = Timer(after: .zero, every: Holding.interval) { [weak self] in self?.enforceLimits()
      }
    }
    if held < peak / 4 || memory.freed > Self.much { returnMemory() }
  }

  /// Stops reading from a connection if too much memory is already in use.
  func stallIfOver(_ connection: ClientConnection) {
    guard isUnfinishedOver, connection.memory.mayBeStalled else { return }
    stalled.append(connection)
    connection.setStalled(true)
  }

  private var isMuch: Bool {
    memory.waiting > registry.limits.unsentBytes / 2
      || memory.unfinished > registry.limits.unfinishedBytes / 2
  }

  private func enforceLimits() {
    let all = connections().filter { $0.memory.holding != nil }
    if isUnsentOver { evict(unsent(of: all), Bye(.slow)) { isUnsentOver } }
    if isUnfinishedOver {
      let held = all.map { (connection: $0, bytes: $0.memory.holding?.unfinished ?? 0) }
      evict(held, Bye(.limit)) { isUnfinishedOver }
    }
    for connection in all { connection.memory.holding?.sample(connection.moved) }
    if !stalled.isEmpty { letGoOn(all) }
    if !isMuch, stalled.isEmpty { checking = nil }
  }

  /// The bytes that wait for each connection; what waits for several is divided among them.
  private func unsent(
    of all: [ClientConnection]
  ) -> [(connection: ClientConnection, bytes: Int)] {
    var clients: [ObjectIdentifier: Int] = [:]
    for shared in all.flatMap(\.transport.waitingShared) {
      clients[ObjectIdentifier(shared), default: 0] += 1
    }
    return all.map { connection in
      var bytes = connection.memory.holding?.unsent ?? 0
      for shared in connection.transport.waitingShared where !shared.isKept {
        bytes += shared.bytes.count / (clients[ObjectIdentifier(shared)] ?? 1)
      }
      return (connection, bytes)
    }
  }

  /// Ends connections that hardly move, of the user that uses most, those that use most first.
  private func evict(
    _ held: [(connection: ClientConnection, bytes: Int)], _ bye: Bye, while isOver: () -> Bool
  ) {
    var users: [Turns.User: Int] = [:]
    for (connection, bytes) in held { users[connection.user, default: 0] += bytes }
    // The last connection of each user goes first.
    let slow = held.filter { connection, bytes in
      bytes > 0 && connection.memory.isSlow(connection.moved)
    }.sorted { left, right in
      left.bytes == right.bytes
        ? left.connection.memory.checksWithoutProgress
          < right.connection.memory.checksWithoutProgress
        : left.bytes < right.bytes
    }
    var candidates = Dictionary(grouping: slow, by: \.connection.user)
    while isOver(), let user = candidates.keys.max(by: { users[$0] ?? 0 < users[$1] ?? 0 }) {
      guard let (connection, bytes) = candidates[user]?.popLast() else {
        candidates[user] = nil
        continue
      }
      users[user, default: 0] -= bytes
      connection.evict(bye)
    }
  }

  /// Resumes reading from as many connections as there is room for, and always from a few, to see
  /// whether they move. Users take turns, those that use least first; of each user's connections
  /// the one stopped last goes first, since older ones are often there to stay.
  private func letGoOn(_ all: [ClientConnection]) {
    var held: [Turns.User: Int] = [:]
    for connection in all {
      held[connection.user, default: 0] += connection.memory.holding?.unfinished ?? 0
    }
    var waiting = Dictionary(grouping: stalled, by: \.user)
    var users = Deque(waiting.keys.sorted { held[$0] ?? 0 < held[$1] ?? 0 })
    let room = registry.limits.unfinishedBytes - memory.unfinished
    var count = isUnfinishedOver ? Self.exempt : max(Self.exempt, room / Self.roomToGoOn)
    while count > 0, let user = users.popFirst() {
      guard let connection = waiting[user]?.popLast() else { continue }
      users.append(user)
      guard connection.memory.holding != nil else { continue }
      count -= 1
      connection.memory.holding?.isExempt = isUnfinishedOver
      connection.setStalled(false)
    }
    // Those that hold nothing any longer, because their requests were answered, need no room.
    for connection in stalled where connection.memory.holding == nil {
      connection.setStalled(false)
    }
    stalled.removeAll { !$0.memory.isStalled }
  }

  private func returnMemory() {
    guard max(peak, memory.freed) > Self.much, trimming == nil else { return }
    trimming = Timer(after: .seconds(1)) { [weak self] in
      guard let self else { return }
      trimming = nil
      peak = 0
      memory.freed = 0
      registry.answers.removeAll()
      Heap.trim()
    }
  }

  /// The number of connections that may continue at a time while too much memory is in use.
  private static let exempt = 2
  /// The number of bytes that one may read before it is checked again.
  private static let roomToGoOn = 128 << 10
  /// The number of bytes above which memory is returned to the system.
  private static let much = 4 << 20
}

extension Transport {
  /// Shared bytes that wait for this and other clients.
  fileprivate var waitingShared: [SharedBytes] {
    holds.compactMap { ($0 as? SharedBytesHold)?.shared }
  }
}
