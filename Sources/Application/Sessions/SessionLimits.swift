internal import Domain

/// The limits of one session.
enum SessionLimits {
  /// Deeper than anyone goes; a route is published whole.
  static let stack = 16

  /// The factor by which a text that is being written may exceed its limit. The rules are applied
  /// when it is saved, and a text that was pasted needs room until it is shortened.
  private static let room = 2

  /// In bytes of UTF-8.
  static let titleBytes = room * Limits.postTitleBytes

  /// In bytes of UTF-8.
  static let contentBytes = room * Limits.postContentBytes

  /// In Unicode scalars: no name is longer.
  static let nameScalars = Limits.authorBytes
}
