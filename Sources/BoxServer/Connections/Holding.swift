internal import BoxWire
internal import UVLoop

/// The memory that a connection makes the daemon use, and how fast the connection moves.
@LoopActor
final class Holding {
  /// Bytes that wait for this client only.
  var unsent = 0
  /// Bytes of requests that are not carried out or not answered.
  var unfinished = 0
  /// Whether it may continue although too much memory is in use, to show whether it moves.
  var isExempt = false
  /// The number of consecutive checks at which it had not moved.
  private(set) var checksWithoutProgress = 0
  /// The number of bytes that it had sent and read at the last checks.
  private var samples: [Int] = []

  /// - Parameter moved: the number of bytes that it has sent and read so far.
  func sample(_ moved: Int) {
    checksWithoutProgress = moved == samples.last ? checksWithoutProgress + 1 : 0
    samples.append(moved)
    if samples.count > Self.checks { samples.removeFirst() }
  }

  /// Forgets the previous checks.
  func startOver() {
    samples = []
  }

  /// Whether it was observed for a second and moved less than 64 KiB in that time.
  func isSlow(_ moved: Int) -> Bool {
    guard samples.count == Self.checks, let first = samples.first else { return false }
    return moved - first < 64 << 10
  }

  /// The time between two checks.
  static let interval = Duration.milliseconds(500)
  private static let checks = 3
}

/// The memory that a connection makes the daemon use.
extension ClientConnection {
  /// The number of bytes sent and received so far.
  var moved: Int { transport.takenBytes + reader.readBytes }
  /// Whether it has hardly moved in the last second, although it could.
  var isSlow: Bool { !isStalled && holding?.isSlow(moved) ?? false }
  var checksWithoutProgress: Int { holding?.checksWithoutProgress ?? 0 }
  /// Shared bytes that wait for this and other clients.
  var waitingShared: [SharedBytes] {
    transport.holds.compactMap { ($0 as? SharedBytesHold)?.shared }
  }

  /// Whether it holds a part of a request and is being read from.
  var mayBeStalled: Bool {
    guard let holding, !holding.isExempt else { return false }
    return !isStalled && holding.unfinished > 0
  }

  /// Closes it because of the memory that it uses: at once if it is in the middle of a long line.
  func evict(_ bye: Bye) {
    guard transport.dropLines() <= ServerLimits.waitingAnswers / 4 else { return abort() }
    end(with: bye, within: ServerLimits.shutdown)
  }

  /// Whether its requests use, or used, memory of the daemon.
  var holds: Bool {
    holding != nil || reader.heldBytes > 0 || requestBytes > 0
  }

  /// Accounts for the memory that it makes the daemon use.
  func account() {
    let unsent = transport.isClosed ? 0 : writer.ownBacklog
    let unfinished = phase == .closed ? 0 : reader.heldBytes + requestBytes
    let before = (unsent: holding?.unsent ?? 0, unfinished: holding?.unfinished ?? 0)
    registry.log.memory.unsent += unsent - before.unsent
    registry.log.memory.unfinished += unfinished - before.unfinished
    guard unsent > 0 || unfinished > 0 else {
      holding = nil
      return
    }
    let holding = holding ?? Holding()
    self.holding = holding
    holding.unsent = unsent
    holding.unfinished = unfinished
    if unfinished > before.unfinished { host?.holdsMore(self) }
  }
}
