internal import Domain

/// Why a service has not made a change.
enum Refusal: Error {
  /// Something else has changed before.
  case conflict
  /// It says that there is no such thing.
  case missing
  case store(StoreError)
}
