/// How a store failed.
public enum StoreError: Error, Equatable, Sendable {
  /// It has no room left.
  case full
  /// It cannot be reached, opened, read or written. `reason` is what the system or the service
  /// says, such as "Permission denied".
  case unavailable(reason: String)
  /// What it holds cannot be understood. `place` says where, such as "topics.txt, line 3".
  case damaged(place: String)
}
