package import Terminal

/// A decision as the board shows it, in the state that the daemon last sent.
package struct Board: Page, Sendable {
  /// A post of the discussion.
  package struct Post: Equatable, Sendable {
    /// Empty if it is unknown.
    package var id = ""
    package var title: String
    package var author: String
    /// Such as "2026-11-22 10:00, edited 2026-11-23 08:15 UTC".
    package var dates: String
    /// The beginning of its content.
    package var subtitle: String

    package var byline: String { [author, dates].filter { !$0.isEmpty }.joined(separator: ", ") }
  }

  /// A topic's figures in the daemon's words.
  package struct Summary: Equatable, Sendable {
    /// Such as "4 pros"; `consText` is such as "1 con".
    package var prosText: String
    package var consText: String
    /// With its sign, such as "+1".
    package var scoreText: String
    /// `pro`, `con` or `even`.
    package var leaning: String
    /// Such as "leans pro".
    package var leaningText: String
    /// All of these texts, separated by ``separator``.
    package var line: String
    /// The pros' share of the weight of all arguments, 0 to 100; nil if there are none.
    package var prosPercentage: Int?

    package static let separator = " · "
  }

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
  package var posts: [Post]?
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
