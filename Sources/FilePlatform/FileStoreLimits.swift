/// Limits of a file store.
enum FileStoreLimits {
  /// Maximum number of displaced files per document that other programs have open, or may have:
  /// editors close them soon.
  static let openFiles = 32

  /// Maximum size of a document in bytes: it is read and written as a whole.
  static let document = 16 << 20

  /// How long a file must be unchanged before it is read: an editor may write it in pieces.
  static let calm = Duration.milliseconds(100)

  /// How long a file must be empty or missing: an editor that truncates it or moves it away is about to
  /// write it.
  static let emptyCalm = Duration.seconds(1)

  /// How long a file must rest that lacks something that was there, when the system does not report
  /// whether a program is still writing it.
  static let doubtfulCalm = Duration.seconds(3)

  /// How long a program may have a changed document open for writing before that is reported, and
  /// before a document that was never read is read nevertheless.
  static let openTime = Duration.seconds(5)

  /// Maximum number of changes of a document in one write.
  static let changesAtOnce = 64

  /// Maximum number of attempts to make a change while other programs write to the same file.
  static let attempts = 50
}
