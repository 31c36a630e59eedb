package import Terminal

/// Content that fills a terminal: one state of the daemon's boxes, ready to be drawn.
package protocol Page: Equatable {
  /// A message from the client itself, such as that the connection is lost.
  var notice: String? { get set }

  /// The lines from top to bottom, without line ends; none is wider than `width`.
  ///
  /// - Parameters:
  ///   - width: columns; below 1 counts as 1.
  ///   - height: the maximum number of lines; nil draws all of them.
  func lines(width: Int, height: Int?, palette: Palette) -> [String]
}
