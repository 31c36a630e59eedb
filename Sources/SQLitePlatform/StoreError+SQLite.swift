internal import Domain
internal import GRDB

extension StoreError {
  /// The meaning of a GRDB error for users of the store.
  ///
  /// - Parameter file: the database's path.
  init(_ error: any Error, in file: String) {
    guard let error = error as? DatabaseError else {
      self = error as? StoreError ?? .unavailable(reason: "\(error)")
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self = .damaged(place: "\(file): \(error.message ?? "it cannot be read")")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .unavailable(reason: "another program has locked \(file)")
    case .SQLITE_CONSTRAINT:
      self = .damaged(place: "\(file): \(error.message ?? "a rule of its tables is broken")")
    default: self = .unavailable(reason: "\(file): \(error.message ?? "it cannot be used")")
    }
  }
}
