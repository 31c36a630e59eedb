import Domain

extension Timestamp {
  /// When something was written and, if it was, last edited: "2026-11-22 10:00 UTC", or
  /// "2026-11-22 10:00, edited 2026-11-23 08:15 UTC".
  ///
  /// The time zone is UTC, because readers in several time zones get the same words.
  ///
  /// - Parameter updated: when it was last edited; the same time if it never was.
  func words(editedAt updated: Timestamp) -> String {
    updated == self ? "\(minute) UTC" : "\(minute), edited \(updated.minute) UTC"
  }

  /// Date and time of day in UTC, rounded down to a minute.
  private var minute: String {
    let text = rfc3339
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
