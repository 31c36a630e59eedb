internal import Terminal

/// A decision as the board shows it, in the state that the daemon last sent.
struct Board: Page, Sendable {
  /// A post of the discussion.
  struct Post: Equatable, Sendable {
    /// Empty if it is unknown.
    var id = ""
    var title: String
    var author: String
    /// Such as "2026-11-22 10:00, edited 2026-11-23 08:15 UTC".
    var dates: String
    /// The beginning of its content.
    var subtitle: String
  }

  /// A topic's figures in the daemon's words.
  struct Summary: Equatable, Sendable {
    /// Such as "4 pros"; `consText` is such as "1 con".
    var prosText: String
    var consText: String
    /// With its sign, such as "+1".
    var scoreText: String
    /// `pro`, `con` or `even`.
    var leaning: String
    /// Such as "leans pro".
    var leaningText: String
    /// All of these texts, separated by ``separator``.
    var line: String
    /// The pros' share of the weight of all arguments, 0 to 100; nil if there are none.
    var prosPercentage: Int?

    static let separator = " · "
  }

  var title: String
  /// The number of pros.
  var pros: Int
  /// The number of cons.
  var cons: Int
  /// nil until it has arrived.
  var summary: Summary?
  /// The labels of the pros, in order of addition, such as "No breaks ×2".
  var proLabels: [String]
  /// The labels of the cons, in order of addition.
  var conLabels: [String]
  /// The newest posts, newest first; nil if they are not shown.
  var posts: [Post]?
  /// The messages of failures, without the word "Alert".
  var alerts: [String]
  /// A message from the client itself, such as that the connection is lost.
  var notice: String?
  /// Whether the daemon is fetching what is shown.
  var isFetching: Bool

  func lines(width: Int, height: Int?, palette: Palette) -> [String] {
    BoardRenderer(width: width, height: height, palette: palette).lines(self)
  }
}
