import Domain

extension Timestamp {
  /// When something was written and, if it was, last edited: "2026-11-22 10:00 UTC", or
  /// "2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob".
  ///
  /// The time zone is UTC, because readers in several time zones get the same words.
  ///
  /// - Parameters:
  ///   - updated: when it was last edited; the same time if it never was.
  ///   - editor: the user who edited it; nil if that is not known.
  func words(editedAt updated: Timestamp, by editor: String?) -> String {
    if updated == self { return "\(minute) UTC" }
    let edited = "\(minute), edited \(updated.minute) UTC"
    return editor.map { "\(edited) by \($0)" } ?? edited
  }

  /// Date and time of day in UTC, rounded down to a minute.
  private var minute: String {
    let text = rfc3339
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
