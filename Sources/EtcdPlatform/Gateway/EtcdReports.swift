internal import Domain
internal import Synchronization

/// The live queries of a mirror.
final class EtcdReports: StoreReporter {
  private let queries = Mutex(StoreQueries())

  func withQueries<Value: Sendable>(_ body: (inout StoreQueries) -> Value) -> Value {
    queries.withLock { body(&$0) }
  }
}
