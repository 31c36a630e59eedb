/// The limits of what can be argued.
public enum Limits {
  /// Characters as a person counts them: an argument is a sentence or two, and a board shows
  /// many of them at once.
  public static let textCharacters = 1...500

  /// Bytes of UTF-8, because one character can hold any number of combining marks: 1,000 arguments
  /// a side stay within a few megabytes.
  public static let textBytes = 2048

  static let text = TextRules(characters: textCharacters, bytes: textBytes)

  /// A list of topics is shown as a whole, and each topic has a summary that the daemon holds.
  public static let topics = 10_000

  /// A title fits on one line of a terminal, with room for a few figures.
  public static let titleCharacters = 1...120

  /// Bytes of UTF-8, because one character can hold any number of combining marks.
  public static let titleBytes = 480

  static let title = TextRules(characters: titleCharacters, bytes: titleBytes)

  /// No discussion needs more; keeps what one topic can take on a disk within a gigabyte.
  public static let postsPerTopic = 10_000

  /// The newest posts, which are published whole; older ones come in pages of at most as many.
  public static let postsShown = 50

  /// A title fits on two lines of a terminal.
  public static let postTitleCharacters = 1...200

  /// Bytes of UTF-8, because one character can hold any number of combining marks.
  public static let postTitleBytes = 800

  static let postTitle = TextRules(characters: postTitleCharacters, bytes: postTitleBytes)

  /// Bytes of UTF-8: twenty pages, and far below the longest request.
  public static let postContentBytes = 65_536

  /// As many as bytes: only those are counted.
  public static let postContentCharacters = 1...postContentBytes

  static let postContent = TextRules(
    characters: postContentCharacters, bytes: postContentBytes, hasLines: true)

  /// The name of an author is that of a user, or what an import says.
  public static let authorCharacters = 0...100

  /// Bytes of UTF-8, because one character can hold any number of combining marks.
  public static let authorBytes = 400

  /// Whether a text can be an author: within the limits, and without what steers a terminal.
  public static func isAuthor(_ text: String) -> Bool {
    if text.isEmpty { return true }
    return (try? TextRules(characters: authorCharacters, bytes: authorBytes).apply(to: text))
      == text
  }

  /// Bytes of the texts of a topic: as long as the longest value of a scene's box.
  public static let exportBytes = 8 << 20

  /// Of each topic: older entries are rarely looked up and take space.
  public static let historyEntries = 1000

  /// Five grades are as many as people tell apart reliably.
  public static let weight = 1...5

  /// What most arguments weigh: nobody has to grade.
  public static let defaultWeight = 1

  /// More than anyone reads; keeps a list, which is published whole, within a few megabytes.
  public static let argumentsPerSide = 1000
}
