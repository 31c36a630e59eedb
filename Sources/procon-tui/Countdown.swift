internal import UVLoop

/// The time until the next attempt to connect.
@LoopActor
final class Countdown {
  private let end: MonotonicTime
  private var timer: Timer?

  /// - Parameter changed: called when the words may have changed, once a second.
  init(_ pause: Duration, _ changed: @escaping @LoopActor () -> Void) {
    end = .now + pause
    timer = Timer(after: .seconds(1), every: .seconds(1), changed)
  }

  var words: String {
    let left = MonotonicTime.now.duration(to: end).components.seconds
    return "Connection lost; trying again \(left > 0 ? "in \(left + 1) s" : "…")"
  }
}
