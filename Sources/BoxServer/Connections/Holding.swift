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

/// The account of the memory that a connection makes the daemon use.
@LoopActor
struct MemoryAccount {
  /// nil for none.
  private(set) var holding: Holding?
  /// Whether reading from the connection has stopped because too much memory is in use.
  private(set) var isStalled = false

  /// Whether the connection has hardly moved in the last second, although it could.
  ///
  /// - Parameter moved: the number of bytes that it has sent and read so far.
  func isSlow(_ moved: Int) -> Bool { !isStalled && holding?.isSlow(moved) ?? false }

  /// The number of consecutive checks at which the connection had not moved.
  var checksWithoutProgress: Int { holding?.checksWithoutProgress ?? 0 }

  /// Whether the connection holds a part of a request and is being read from.
  var mayBeStalled: Bool {
    guard let holding, !holding.isExempt else { return false }
    return !isStalled && holding.unfinished > 0
  }

  mutating func setStalled(_ isStalled: Bool) {
    self.isStalled = isStalled
    holding?.startOver()
  }

  /// Sets how many bytes there are, also in the sums of all connections.
  ///
  /// - Returns: whether more bytes of requests are unfinished than before.
  mutating func set(unsent: Int, unfinished: Int, in sums: MemoryUse) -> Bool {
    let before = (unsent: holding?.unsent ?? 0, unfinished: holding?.unfinished ?? 0)
    sums.unsent += unsent - before.unsent
    sums.unfinished += unfinished - before.unfinished
    guard unsent > 0 || unfinished > 0 else {
      holding = nil
      return false
    }
    let holding = holding ?? Holding()
    self.holding = holding
    holding.unsent = unsent
    holding.unfinished = unfinished
    return unfinished > before.unfinished
  }
}
