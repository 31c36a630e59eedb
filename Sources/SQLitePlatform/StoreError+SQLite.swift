internal import CSQLite
internal import Domain

extension StoreError {
  /// The meaning of an error of SQLite for users of the store.
  ///
  /// - Parameter file: the database's path.
  init(_ error: any Error, in file: String) {
    guard let error = error as? DatabaseError else {
      self = error as? StoreError ?? .unavailable(reason: "\(error)")
      return
    }
    switch error.code {
    case SQLITE_FULL: self = .full
    // An error without a code of its own is that a table or a column is missing.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR:
      self = .damaged(place: "\(file): \(error.message)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .unavailable(reason: "another program has locked \(file)")
    default: self = .unavailable(reason: "\(file): \(error.message)")
    }
  }
}
