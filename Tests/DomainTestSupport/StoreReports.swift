package import Domain

/// The steps of a live query, in order. The query starts immediately.
package struct StoreReports {
  /// The version of the last step that was read; at first that at which the query starts.
  package private(set) var version: Int
  private var steps: AsyncStream<StoreStep>.Iterator

  package init(_ gateway: any LiveGateway) {
    let (version, steps) = gateway.changes()
    self.version = version
    self.steps = steps.makeAsyncIterator()
  }

  /// The next step.
  package mutating func next() async throws -> StoreStep {
    guard let step = await steps.next(isolation: #isolation) else {
      throw ContractBreach("the live query ended")
    }
    guard step.version > version else { throw ContractBreach("\(step) is not newer") }
    version = step.version
    return step
  }

  /// The change of the next step, which has one.
  package mutating func nextChange() async throws -> StoreChange {
    let changes = try await next().changes
    guard changes.count == 1 else { throw ContractBreach("\(changes) is not one change") }
    return changes[0]
  }

  /// All changes up to this version.
  package mutating func all(to last: Int) async throws -> [StoreChange] {
    var changes: [StoreChange] = []
    while version < last { changes += try await next().changes }
    return changes
  }
}
