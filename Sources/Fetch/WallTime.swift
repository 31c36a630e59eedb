/// A point in time on the clock on the wall, in whole milliseconds since 1970-01-01T00:00:00Z;
/// negative before that. This clock can be set, also to an earlier time.
public struct WallTime: Comparable, Hashable, Sendable {
  /// Negative before 1970.
  public let millisecondsSince1970: Int64

  /// - Parameter millisecondsSince1970: negative before 1970.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// The time from this point to another one; negative if the other one is earlier.
  public func duration(to other: WallTime) -> Duration {
    .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
  }

  /// Whether the left point is earlier.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
