/// A day of the Gregorian calendar.
public struct Day: Comparable, Hashable, Sendable {
  /// The day as RFC 3339 writes it: `2026-12-01`.
  public let text: String
  private let start: Timestamp

  /// nil for a text that is not such a day.
  public init?(_ text: String) {
    guard let start = Timestamp(rfc3339: "\(text)T00:00:00Z"), text.utf8.count == 10 else {
      return nil
    }
    self.text = text
    self.start = start
  }

  /// The last millisecond of the day in UTC.
  public var end: Timestamp {
    Timestamp(millisecondsSince1970: start.millisecondsSince1970 + 86_399_999)
  }

  public static func < (left: Day, right: Day) -> Bool { left.start < right.start }
}
