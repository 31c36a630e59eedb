package import UVLoop

/// What fills a terminal: determines the bytes that change what it shows. It writes nothing itself.
@LoopActor
package protocol Painter: AnyObject {
  /// How typed text reaches the program while the terminal is held.
  var delivery: TerminalEcho.Delivery { get }

  /// Draws a frame, and enters the terminal before the first one.
  ///
  /// - Returns: the bytes that make the terminal show it; empty if it does already, or if there is
  ///   nothing to show yet.
  func paint(columns: Int, rows: Int) -> [UInt8]

  /// Draws everything again next time.
  func invalidate()

  /// Forgets what was drawn. Drawing again enters the terminal again.
  ///
  /// - Returns: the bytes that leave the terminal as it was, even in the middle of a frame.
  func leave() -> [UInt8]
}

/// How often frames are drawn: nobody sees more of them, and keys come first. The first two after a
/// pause are drawn at once, since the first is often of a key and the second of its effect. The last
/// one is always drawn. One that changes nothing on the terminal counts half.
struct FramePace {
  /// The time between two frames in the long run.
  static let interval = Duration.milliseconds(33)

  /// When two frames may be drawn at once again. nil before the first one.
  private var rested: MonotonicTime?

  /// - Returns: the time until a frame may be drawn; nil if it may be drawn now, which counts as done.
  mutating func wait(at now: MonotonicTime) -> Duration? {
    let rested = max(rested ?? now, now)
    let wait = now.duration(to: rested) - Self.interval
    guard wait <= .zero else { return wait }
    self.rested = rested + Self.interval
    return nil
  }

  /// The frame that was drawn last has changed nothing.
  mutating func countHalf() {
    rested = rested.map { $0 - Self.interval / 2 }
  }
}
