internal import UVLoop

/// How often frames are drawn: nobody sees more of them, and keys come first. The first one after a
/// pause is drawn at once, and the last one is always drawn.
struct FramePace {
  /// The shortest time between two frames.
  static let pause = Duration.milliseconds(33)

  /// nil before the first frame.
  private var next: MonotonicTime?

  /// - Returns: the time until a frame may be drawn; nil if it may be drawn now, which counts as done.
  mutating func wait(at now: MonotonicTime) -> Duration? {
    if let next, now < next { return now.duration(to: next) }
    next = now + Self.pause
    return nil
  }
}
