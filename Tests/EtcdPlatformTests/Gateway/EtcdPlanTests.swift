import Expectations
import Testing

@testable import EtcdPlatform

struct EtcdPlanTests {
  @Test func `no transaction has more than etcd accepts, or a key twice`() throws {
    var plan = EtcdPlan()
    plan.hidden = (1...500).map { ("data/D/posts/\($0)", [UInt8](repeating: 1, count: 20_000)) }
    plan.puts = [("topics/a", [1]), ("feed/1", [UInt8](repeating: 2, count: 3_000_000))]
    plan.deletes = ["trash/1", "trash/1", "data/E/topic"]
    plan.deletedPrefixes = ["data/E/", "data/E/"]
    plan.conditions = [.absent(key: "topics/a")]
    var names = 0
    let transactions = try plan.transactions(
      under: "/p/", longValues: ["topics/a": "old", "topics/b": "other"]
    ) {
      names += 1
      return "part\(names)"
    }
    for transaction in transactions {
      expect(transaction.changes.count <= 128)
      expect(transaction.changes.reduce(0) { $0 + $1.value.count } < 1_500_000)
    }
    let written = transactions.flatMap(\.changes)
    let keys = written.map(\.key)
    expect(Set(keys).count, equals: keys.count)
    expect(keys.allSatisfy { $0.hasPrefix("/p/") })
    expect(keys.count { $0.hasPrefix("/p/data/D/posts/") }, equals: 500)
    let parts = written.filter { $0.key.hasPrefix("/p/parts/part1/") }
    expect(parts.reduce(0) { $0 + $1.value.count }, equals: 3_000_000)
    // Only the last one has what others can see; the others write what is not there.
    for transaction in transactions.dropLast() {
      expect(
        transaction.conditions,
        equals: transaction.changes.map { EtcdTransaction.Condition.absent(key: $0.key) })
    }
    let last = try require(transactions.last)
    expect(last.conditions, equals: [.absent(key: "/p/topics/a")])
    let seen = Set(last.changes.map(\.key))
    expect(
      seen.isSuperset(of: [
        "/p/topics/a", "/p/feed/1", "/p/trash/1", "/p/data/E/", "/p/parts/old/",
      ]))
    expect(!seen.contains("/p/data/E/topic") && !seen.contains("/p/parts/other/"))
  }

  @Test func `a small change is one transaction, with what nothing refers to`() throws {
    var plan = EtcdPlan()
    plan.hidden = [("data/D/topic", [1])]
    plan.puts = [("topics/a", [2])]
    let transactions = try plan.transactions(under: "/p/", longValues: [:]) { "x" }
    expect(transactions.count, equals: 1)
    expect(
      transactions.first?.changes.map(\.key), equals: ["/p/data/D/topic", "/p/topics/a"])
  }

  @Test func `a change that people can see must fit into one transaction`() {
    var plan = EtcdPlan()
    plan.puts = (1...200).map { ("todos/\($0)", [1]) }
    #expect(throws: EtcdError.tooLarge) {
      try plan.transactions(under: "/p/", longValues: [:]) { "x" }
    }
  }
}

extension EtcdTransaction.Change {
  fileprivate var key: String {
    switch self {
    case .put(let key, _, _), .delete(let key), .deleteAll(let key): key
    }
  }

  fileprivate var value: [UInt8] {
    if case .put(_, let value, _) = self { value } else { [] }
  }
}
