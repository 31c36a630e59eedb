package import BoardValues
package import Terminal

/// A decision as the board shows it, in the state that the daemon last sent.
package struct BoardPage: Page, Sendable {
  package var title: String
  /// The number of pros.
  package var pros: Int
  /// The number of cons.
  package var cons: Int
  /// nil until it has arrived.
  package var summary: Summary?
  /// The labels of the pros, in order of addition, such as "No breaks ×2".
  package var proLabels: [String]
  /// The labels of the cons, in order of addition.
  package var conLabels: [String]
  /// The newest posts, newest first; nil if they are not shown.
  package var posts: [PostItem]?
  /// The messages of failures, without the word "Alert".
  package var alerts: [String]
  /// A message from the client itself, such as that the connection is lost.
  package var notice: String?
  /// Whether the daemon is fetching what is shown.
  package var isFetching: Bool

  package func lines(width: Int, height: Int?, palette: Palette) -> [String] {
    BoardRenderer(width: width, height: height, palette: palette).lines(self)
  }
}
