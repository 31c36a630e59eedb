internal import Domain

/// Dates as documents contain them: RFC 3339 in UTC with milliseconds, such as
/// `2026-11-22T10:00:00.000Z`. A person may write them in any other form that RFC 3339 allows, or
/// only the day.
enum DocumentDate {
  /// Reads a date; nil for any other text, and for a time that could not be written again.
  static func date(_ text: ArraySlice<UInt8>) -> Timestamp? {
    guard let text = text.string else { return nil }
    let isDay = text.utf8.count == 10
    guard let date = Timestamp(rfc3339: isDay ? "\(text)T00:00:00Z" : text),
      Timestamp(rfc3339: date.rfc3339) == date
    else { return nil }
    return date
  }
}
