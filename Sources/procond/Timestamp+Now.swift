internal import Domain
internal import OperatingSystem

extension Timestamp {
  /// The present time, by the system clock.
  static var now: Timestamp {
    Timestamp(millisecondsSince1970: Int64(WallClock.milliseconds))
  }
}
