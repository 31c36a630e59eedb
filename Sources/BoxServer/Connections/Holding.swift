internal import UVLoop

/// What a connection has the daemon hold, and how fast it comes and goes.
@LoopActor
final class Holding {
  /// Bytes that wait for this client only.
  var unsent = 0
  /// Bytes of requests that are not carried out or not answered.
  var unfinished = 0
  /// Whether it may go on although too much is held, to show whether it does.
  var isExempt = false
  /// At how many looks in a row it had not moved.
  private(set) var looksWithoutProgress = 0
  /// Bytes that it had sent and taken, at the last looks.
  private var samples: [Int] = []

  /// - Parameter moved: how many bytes it has sent and taken so far.
  func look(_ moved: Int) {
    looksWithoutProgress = moved == samples.last ? looksWithoutProgress + 1 : 0
    samples.append(moved)
    if samples.count > Self.looks { samples.removeFirst() }
  }

  /// Forgets what was seen so far.
  func startOver() {
    samples = []
  }

  /// Whether it was looked at for a second, and has moved less than 64 KiB in that time.
  func isSlow(_ moved: Int) -> Bool {
    guard samples.count == Self.looks, let first = samples.first else { return false }
    return moved - first < 64 << 10
  }

  /// Between two looks.
  static let interval = Duration.milliseconds(500)
  private static let looks = 3
}
