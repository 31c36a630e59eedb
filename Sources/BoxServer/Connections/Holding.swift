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
  private(set) var looksWithoutProgress = 0
  /// The number of bytes that it had sent and read at the last checks.
  private var samples: [Int] = []

  /// - Parameter moved: the number of bytes that it has sent and read so far.
  func look(_ moved: Int) {
    looksWithoutProgress = moved == samples.last ? looksWithoutProgress + 1 : 0
    samples.append(moved)
    if samples.count > Self.looks { samples.removeFirst() }
  }

  /// Forgets the previous checks.
  func startOver() {
    samples = []
  }

  /// Whether it was observed for a second and moved less than 64 KiB in that time.
  func isSlow(_ moved: Int) -> Bool {
    guard samples.count == Self.looks, let first = samples.first else { return false }
    return moved - first < 64 << 10
  }

  /// The time between two checks.
  static let interval = Duration.milliseconds(500)
  private static let looks = 3
}
