internal import Domain
internal import Synchronization

/// The live queries of a database.
final class SQLiteReports: StoreReporter {
  private let queries = Mutex(StoreQueries())

  func withQueries<Value: Sendable>(_ body: (inout StoreQueries) -> Value) -> Value {
    queries.withLock { body(&$0) }
  }
}
