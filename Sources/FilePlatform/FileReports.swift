internal import Domain
internal import Synchronization

/// The live queries of a store of files.
final class FileReports: StoreReporter {
  private let queries = Mutex(StoreQueries())

  func withQueries<Value: Sendable>(_ body: (inout StoreQueries) -> Value) -> Value {
    queries.withLock { body(&$0) }
  }
}
