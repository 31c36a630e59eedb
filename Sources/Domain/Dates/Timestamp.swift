/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z; negative before that.
public struct Timestamp: Comparable, Hashable, Sendable {
  public let millisecondsSince1970: Int64

  /// Stands for a date that a store does not know: services need not have any.
  public static let unknown = Timestamp(millisecondsSince1970: 0)

  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// nil for ``unknown``.
  public var known: Timestamp? { self == .unknown ? nil : self }

  /// Returns this time, or 1 ms after `earlier` if that is later, so that a change is newer than
  /// the one before it even if the clock was set back.
  public func after(_ earlier: Timestamp?) -> Timestamp {
    guard let earlier, earlier >= self else { return self }
    return Timestamp(millisecondsSince1970: earlier.millisecondsSince1970 + 1)
  }

  /// Returns the time that is this much later.
  func advanced(by time: Duration) -> Timestamp {
    let (sum, overflows) = millisecondsSince1970.addingReportingOverflow(time.milliseconds)
    return Timestamp(millisecondsSince1970: overflows ? .max : sum)
  }

  /// Returns how much later another time is; negative if it is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Returns the current time. It may be called on any thread, and again if a gateway retries.
public typealias CurrentTime = @Sendable () -> Timestamp
