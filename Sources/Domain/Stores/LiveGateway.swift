/// Access to what happens in a store.
public protocol LiveGateway: Sendable {
  /// A live query: every step of the store after this version, in order, including those of other
  /// programs. A step is reported before the call that made it returns.
  func changes() -> (version: Int, steps: AsyncStream<StoreStep>)

  /// A live query: reports the faults of parts of the store, as sentences that begin with the
  /// place, such as "/srv/wiki/cats.md, line 7: …". It reports all of them, at once and whenever
  /// they change. The rest of the store works.
  func faults() -> AsyncStream<[String]>
}

extension LiveGateway {
  /// Reports none: the store works as a whole, or fails.
  public func faults() -> AsyncStream<[String]> {
    AsyncStream { $0.finish() }
  }
}
