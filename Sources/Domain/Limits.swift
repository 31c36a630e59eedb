/// The limits of topics and their contents, and of attempts to log in.
public enum Limits {
  /// In characters as a person counts them: an argument is a sentence or two, and a board shows
  /// many of them at once.
  public static let textCharacters = 1...500

  /// In bytes of UTF-8, because one character can contain any number of combining marks: 1,000
  /// arguments per side stay within a few megabytes.
  public static let textBytes = 2048

  static let text = TextRules(characters: textCharacters, bytes: textBytes)

  /// In characters: the reason for a decision is a paragraph.
  public static let reasonCharacters = 1...2000

  /// In bytes of UTF-8, because one character can contain any number of combining marks.
  public static let reasonBytes = 8192

  static let reason = TextRules(characters: reasonCharacters, bytes: reasonBytes)

  /// For each topic: more cannot be compared, and each has a board of its own.
  public static let options = 20

  /// In characters: what an option means is a paragraph.
  public static let optionTextCharacters = 1...2000

  /// In bytes of UTF-8, because one character can contain any number of combining marks.
  public static let optionTextBytes = 8192

  static let optionText = TextRules(characters: optionTextCharacters, bytes: optionTextBytes)

  /// For each topic, closed ones included: more than can be answered.
  public static let objections = 100

  /// For each argument: more would be a discussion, for which there are posts.
  public static let comments = 100

  /// For each topic: as many as a team has in mind, and a list that can be published whole.
  public static let todos = 500

  /// For each topic: as many people as a decision can be explained to, and a list that can be published
  /// whole.
  public static let positions = 1000

  /// The people who are asked about a topic by name: as many as a meeting has, and the history keeps the
  /// names with each change.
  public static let asked = 500

  /// What awaits a user, of which the rest is only counted: more than anybody does next.
  public static let awaitingShown = 200

  /// The rounds of a decision: more than anybody has. Later ones have this number, too.
  public static let rounds = 1_000_000

  /// For each argument: with a thousand arguments, a list is still within a few megabytes.
  public static let supporters = 200

  /// Links of one text that are listed: more than anybody follows.
  public static let links = 20

  /// A longer URL is not listed; it remains in the text.
  public static let linkBytes = 2048

  /// A list of topics is shown as a whole, and the daemon keeps a summary of each.
  public static let topics = 10_000

  /// A title fits on one line of a terminal, with room for a few figures.
  public static let titleCharacters = 1...120

  /// In bytes of UTF-8, because one character can contain any number of combining marks.
  public static let titleBytes = 480

  /// For titles that a store has already; new ones obey ``newTitle``.
  static let title = TextRules(characters: titleCharacters, bytes: titleBytes)

  static let newTitle = TextRules(
    characters: titleCharacters, bytes: titleBytes, isVisibleThroughout: true)

  /// No discussion needs more; limits the disk space of one topic to a gigabyte.
  public static let postsPerTopic = 10_000

  /// The newest posts, which are published whole; older ones are read in pages of at most this
  /// size.
  public static let postsShown = 50

  /// A title fits on two lines of a terminal.
  public static let postTitleCharacters = 1...200

  /// In bytes of UTF-8, because one character can contain any number of combining marks.
  public static let postTitleBytes = 800

  /// For titles that a store has already; new ones obey ``newPostTitle``.
  static let postTitle = TextRules(characters: postTitleCharacters, bytes: postTitleBytes)

  static let newPostTitle = TextRules(
    characters: postTitleCharacters, bytes: postTitleBytes, isVisibleThroughout: true)

  /// In bytes of UTF-8: twenty pages, and far below the longest request.
  public static let postContentBytes = 65_536

  /// As many as bytes, since only those are limited.
  public static let postContentCharacters = 1...postContentBytes

  static let postContent = TextRules(
    characters: postContentCharacters, bytes: postContentBytes, hasLines: true)

  /// The name of an author is that of a user, or comes from an import.
  public static let authorCharacters = 0...100

  /// In bytes of UTF-8, because one character can contain any number of combining marks.
  public static let authorBytes = 400

  /// Whether a text can be an author: within the limits, and without terminal control characters.
  public static func isAuthor(_ text: String) -> Bool {
    if text.isEmpty { return true }
    return (try? TextRules(characters: authorCharacters, bytes: authorBytes).apply(to: text))
      == text
  }

  /// The first character of a text that cannot be seen, and that a new name must not have; nil if there
  /// is none.
  public static func hiddenCharacter(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.firstHidden
  }

  /// Maximum size of a topic's texts in bytes: the same as the largest value of a scene's box.
  public static let exportBytes = 8 << 20

  /// For each topic: older entries are rarely looked up and take space.
  public static let historyEntries = 1000

  /// For each user: more than anyone removes by mistake.
  public static let trashEntriesPerUser = 1000

  /// For each user, in bytes: more than the largest topic has.
  public static let trashBytesPerUser = 1 << 30

  /// As many as there can be topics.
  public static let trashEntries = 10_000

  /// In bytes: what four users can have at most.
  public static let trashBytes = 4 << 30

  /// For each store, the changes of its topics' existence and titles: as many as it may have topics.
  public static let storeHistoryEntries = 10_000

  /// For each store, all changes: as many as a busy team makes in some weeks.
  public static let feedEntries = 10_000

  /// People mistype a password, but rarely three times in a row.
  static let failuresBeforePause = 3

  /// The first pause after failed attempts to log in is hardly noticed. With the longest one, guesses
  /// are hopeless, and a user who has to wait for it does not give up.
  static let logInPause: ClosedRange<Duration> = .seconds(1) ... .seconds(60)

  /// For each peer. Behind a gateway, several people may log in at the same moment; the last one
  /// waits a few seconds.
  static let waitingLogIns = 32

  /// How long a failed attempt counts. With a shorter time, attackers could guess more often by
  /// waiting until all failures are forgotten than by waiting for each pause.
  static let failuresLast = Duration.seconds(600)

  /// The failures that are counted for a name or a peer: more than lead to the longest pause, even if
  /// a success forgets some of them.
  static let failuresCounted = 16

  /// The number of places that names share while their failures are counted, in about a megabyte; a
  /// power of two.
  static let namesCounted = 4096

  /// The number of peers whose failures are counted: more than fail within the longest pause.
  static let peersCounted = 1024

  /// The number of names for which a peer can wait: more than people try at once through a gateway.
  static let turnsOfPeer = 16

  /// The number of peers that can wait for a name: more than a system has users. In a few megabytes.
  static let peersWithTurns = 16_384

  /// How long a peer can use its turn: as long as a user who has read that there is a pause takes
  /// to return.
  static let turnLasts = Duration.seconds(120)

  /// People reliably distinguish at most five grades.
  public static let weight = 1...5

  /// The usual weight: grading is optional.
  public static let defaultWeight = 1

  /// More than anyone reads; keeps a list, which is published whole, within a few megabytes.
  public static let argumentsPerSide = 1000
}
