/// Limits of a file store.
enum FileStoreLimits {
  /// Files that were displaced and that other programs have open, of each document: editors close them
  /// soon.
  static let openFiles = 32

  /// Bytes of a document: it is read and written as a whole.
  static let document = 16 << 20

  /// For how long a file must be unchanged before it is read: an editor may write it in pieces.
  static let calm = Duration.milliseconds(100)

  /// The same for a file that has become empty, or is missing: an editor that truncates it or moves it
  /// away is about to write it.
  static let emptyCalm = Duration.seconds(1)

  /// Changes of a document with one write: those that come first wait for the others.
  static let changesAtOnce = 64

  /// How often a change is tried while other programs write to the same file.
  static let attempts = 50
}
