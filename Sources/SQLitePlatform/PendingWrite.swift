internal import Domain
internal import Synchronization

/// A change of a database that waits to be made, and later its outcome.
final class PendingWrite<Answer: Sendable, Failure: StoreFailure>: AnyPendingWrite {
  private let body: @Sendable (Database) throws -> (Answer, SQLiteChange)
  private let state = Mutex(State())

  private struct State {
    var made: (Answer, SQLiteChange)?
    var result: Result<Stored<Answer>, Failure>?
  }

  init(_ body: @escaping @Sendable (Database) throws -> (Answer, SQLiteChange)) {
    self.body = body
  }

  /// nil until it is known.
  var result: Result<Stored<Answer>, Failure>? { state.withLock { $0.result } }

  func make(in database: Database) throws {
    let made = try body(database)
    state.withLock { $0.made = made }
  }

  func fail(_ error: any Error, in path: String) {
    state.withLock { state in
      guard state.result == nil else { return }
      state.result = .failure(error as? Failure ?? .store(StoreError(error, in: path)))
    }
  }

  func succeed(_ report: (SQLiteChange) -> Int) {
    guard let (answer, change) = state.withLock({ $0.result == nil ? $0.made : nil }) else {
      return
    }
    let version = report(change)
    state.withLock { $0.result = .success(Stored(answer, version: version)) }
  }
}

/// A change of any kind.
protocol AnyPendingWrite: AnyObject, Sendable {
  /// Makes the change, which is rolled back if this throws.
  func make(in database: Database) throws
  /// The change was not made, or was rolled back. A failure that is already known is kept.
  ///
  /// - Parameter path: the database's.
  func fail(_ error: any Error, in path: String)
  /// The change is on disk, unless it has failed.
  ///
  /// - Parameter report: reports the change, and returns the resulting version of the store.
  func succeed(_ report: (SQLiteChange) -> Int)
}

extension Database {
  /// Makes changes in the current transaction, each of which may fail without the others.
  ///
  /// - Throws: the error that rolled back all of them.
  func make(_ writes: [any AnyPendingWrite], in path: String) throws {
    if writes.count == 1 { return try writes[0].make(in: self) }
    for write in writes {
      do {
        try savepoint { try write.make(in: self) }
      } catch {
        // A full disk may end the whole transaction.
        guard isInTransaction else { throw error }
        write.fail(error, in: path)
      }
    }
  }
}
