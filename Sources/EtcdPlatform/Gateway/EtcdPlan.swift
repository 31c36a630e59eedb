/// A change of what is stored, as one transaction, with keys relative to the prefix.
struct EtcdPlan {
  var conditions: [EtcdTransaction.Condition] = []
  var puts: [(key: String, value: [UInt8])] = []
  var deletes: [String] = []
  /// Prefixes of keys that are deleted.
  var deletedPrefixes: [String] = []
  /// Values that nothing refers to before this change. They may be written before it.
  var hidden: [(key: String, value: [UInt8])] = []

  /// The transactions of this change: all but the last one write what nothing refers to yet.
  ///
  /// - Parameters:
  ///   - prefix: of all keys.
  ///   - longValues: the names of the values that are stored in parts now, by key.
  ///   - newName: makes a name that no other value has.
  /// - Throws: `.tooLarge` if the last one would be.
  func transactions(
    under prefix: String, longValues: [String: String],
    newName: () -> String
  ) throws(EtcdError) -> [EtcdTransaction] {
    var (early, last): ([EtcdTransaction.Change], [EtcdTransaction.Change]) = ([], [])
    func add(
      _ key: String, _ value: [UInt8], to changes: inout [EtcdTransaction.Change]
    ) {
      var value = value
      if value.count > LongValues.partBytes {
        let name = newName()
        for (number, part) in LongValues.parts(of: value).enumerated() {
          early.append(.put(key: prefix + EtcdKey.part(number, of: name), value: part))
        }
        value = LongValues.reference(to: name, bytes: value.count)
      }
      changes.append(.put(key: prefix + key, value: value))
    }
    for (key, value) in puts { add(key, value, to: &last) }
    // No key may occur twice in a transaction.
    for key in Set(deletes).sorted() where !deletedPrefixes.contains(where: key.hasPrefix) {
      last.append(.delete(key: prefix + key))
    }
    for key in Set(deletedPrefixes).sorted() { last.append(.deleteAll(under: prefix + key)) }
    // Those for which there is no room are found when a gateway begins.
    for (_, name) in longValues.filter({ replaces($0.key) }).prefix(10) {
      last.append(.deleteAll(under: prefix + EtcdKey.parts(name)))
    }
    var own: [EtcdTransaction.Change] = []
    for (key, value) in hidden { add(key, value, to: &own) }
    // Together, if there is room for all.
    if last.count + own.count <= Self.mostChanges,
      last.bytes + own.bytes <= Self.mostBytes
    {
      last = own + last
    } else {
      early += own
    }
    guard last.count <= Self.mostChanges, last.bytes <= Self.mostBytes,
      conditions.count <= Self.mostChanges
    else { throw .tooLarge }
    return Self.transactions(of: early)
      + [EtcdTransaction(conditions: conditions.map { $0.under(prefix) }, changes: last)]
  }

  private func replaces(_ key: String) -> Bool {
    puts.contains { $0.key == key } || deletes.contains(key)
      || deletedPrefixes.contains { key.hasPrefix($0) }
  }

  /// As many changes in each as there is room for.
  private static func transactions(of changes: [EtcdTransaction.Change]) -> [EtcdTransaction] {
    var transactions: [EtcdTransaction] = []
    var (some, bytes): ([EtcdTransaction.Change], Int) = ([], 0)
    for change in changes {
      if some.count == mostChanges || bytes + change.bytes > mostBytes {
        transactions.append(hidden(some))
        (some, bytes) = ([], 0)
      }
      some.append(change)
      bytes += change.bytes
    }
    if !some.isEmpty { transactions.append(hidden(some)) }
    return transactions
  }

  /// If one of them is delayed and sent again, it must not undo what has changed since.
  private static func hidden(_ changes: [EtcdTransaction.Change]) -> EtcdTransaction {
    let conditions = changes.compactMap { change -> EtcdTransaction.Condition? in
      if case .put(let key, _, _) = change { .absent(key: key) } else { nil }
    }
    return EtcdTransaction(conditions: conditions, changes: changes)
  }

  /// etcd accepts 128.
  private static let mostChanges = 120
  /// etcd accepts 1.5 MiB, with the conditions and some bytes for each change.
  private static let mostBytes = 1_400_000
}

extension [EtcdTransaction.Change] {
  fileprivate var bytes: Int { reduce(0) { $0 + $1.bytes } }
}

extension EtcdTransaction.Change {
  /// Approximately, in a request.
  fileprivate var bytes: Int {
    switch self {
    case .put(let key, let value, _): key.utf8.count + value.count + 32
    case .delete(let key): key.utf8.count + 32
    case .deleteAll(let prefix): 2 * prefix.utf8.count + 32
    }
  }
}

extension EtcdTransaction.Condition {
  fileprivate func under(_ prefix: String) -> Self {
    switch self {
    case .absent(let key): .absent(key: prefix + key)
    case .present(let key): .present(key: prefix + key)
    case .unchanged(let key, let revision): .unchanged(key: prefix + key, since: revision)
    case .nothingWritten(let keys, let revision):
      .nothingWritten(under: prefix + keys, after: revision)
    }
  }
}
