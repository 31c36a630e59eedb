/// How a store failed.
public enum StoreError: Error, Equatable, Sendable {
  /// It has no room left.
  case full
  /// It cannot be reached, opened, read or written. `reason` is the message of the system or the
  /// service, such as "Permission denied".
  case unavailable(reason: String)
  /// Its contents cannot be understood. `place` says where, such as "topics.txt, line 3".
  case damaged(place: String)
  /// It does not accept changes, or not this one.
  case readOnly
  /// It cannot keep what it is asked to. `reason` says what.
  case unsupported(_ reason: String)
  /// Others kept changing the same part of it.
  case conflict
}

/// An error of a gateway, which may be an error of its store.
public protocol StoreFailure: Error {
  /// The store failed; no rule was broken.
  static func store(_ error: StoreError) -> Self
}

extension BoardError: StoreFailure {}
extension ImportError: StoreFailure {}
extension PostError: StoreFailure {}
extension TopicError: StoreFailure {}
