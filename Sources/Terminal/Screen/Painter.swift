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
