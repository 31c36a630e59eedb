internal import Domain
internal import UVLoop

extension EtcdGateway {
  /// Makes a change as one transaction. If something else has changed what it depends on, the mirror
  /// catches up, and the change is made again from what is there then.
  ///
  /// - Parameter attempt: returns the answer of the change and its transaction, without one if it changes
  ///   nothing.
  /// - Throws: what `attempt` throws, or `.store`.
  func write<Answer, Failure: StoreFailure>(
    _ subject: Subject,
    _ attempt: (EtcdContents) throws(Failure) -> (answer: Answer, plan: EtcdPlan?)
  ) async throws(Failure) -> Stored<Answer> {
    await turns.begin(subject)
    defer { turns.end(subject) }
    let name = newName()
    for _ in 1...Self.attempts {
      do throws(EtcdError) { try await mirror.load() } catch { throw .store(StoreError(error)) }
      let (answer, plan) = try attempt(mirror.contents)
      guard let plan else { return stored(answer) }
      do throws(EtcdError) {
        if try await commit(plan, named: name) { return stored(answer) }
      } catch {
        throw .store(StoreError(error))
      }
    }
    throw .store(.conflict)
  }

  /// The first attempt, and three more: who changes the same thing that often is a program, which
  /// can try again.
  static var attempts: Int { 4 }

  /// Makes the transactions of a change, and waits until the mirror has it.
  ///
  /// - Returns: whether it was made; false if something else was changed before.
  func commit(_ plan: EtcdPlan, named name: String) async throws(EtcdError) -> Bool {
    let seen = mirror.contents.revision
    let transactions = try plan.transactions(
      of: name, under: mirror.prefix, longValues: mirror.contents.longValues, newName: newName)
    for transaction in transactions.dropLast() { try await prepare(transaction) }
    guard let last = transactions.last else { return true }
    do throws(EtcdError) {
      switch try await cluster.commit(last) {
      case .made(let revision):
        guard await mirror.reach(revision) else {
          throw .unavailable(
            reason: "the change was made, but no member of the cluster has reported it")
        }
        return true
      case .refused:
        let isMade = try await wasMade(name)
        if !isMade, mirror.contents.revision == seen {
          // Another program has changed something, which the mirror will have soon.
          _ = await mirror.reach(seen + 1, within: .seconds(2))
        }
        return isMade
      }
    } catch {
      guard case .unknown = error else { throw error }
      do throws(EtcdError) { return try await wasMade(name) } catch let other {
        // Whatever has happened since, it is not known.
        if case .cancelled = other { throw other }
        throw error
      }
    }
  }

  /// Writes what nothing refers to yet. If the answer is lost, it is written once more.
  private func prepare(_ transaction: EtcdTransaction) async throws(EtcdError) {
    do throws(EtcdError) { _ = try await cluster.commit(transaction) } catch {
      guard case .unknown = error else { throw error }
      _ = try await cluster.commit(transaction)
    }
  }

  /// Catches up with what others have changed, and finds out whether a transaction was made. If its answer
  /// was lost and it was not made, it may still be; but not after another one that changes the same, since
  /// its conditions do not hold then.
  private func wasMade(_ name: String) async throws(EtcdError) -> Bool {
    // The last revision in which a gateway has changed something.
    let key = mirror.prefix + EtcdKey.attempt
    let last = try await cluster.list(key).pairs.first { $0.key == key }
    guard await mirror.reach(last?.modified ?? 0) else {
      throw .unavailable(reason: "no member of the cluster reports its changes")
    }
    return mirror.contents.hasMade(name)
  }

  /// Removes what changes have left that were not finished, by this gateway or another one.
  func removeRemains() async throws(EtcdError) {
    let newest = now().millisecondsSince1970 - Self.longestChange
    try await remove(
      mirror.contents.remains { name in
        UUIDv7.date(of: name).map { $0.millisecondsSince1970 < newest } ?? false
      })
  }

  func remove(_ remains: EtcdContents.Remains) async throws(EtcdError) {
    let changes =
      remains.prefixes.map { EtcdTransaction.Change.deleteAll(under: mirror.prefix + $0) }
      + remains.keys.map { .delete(key: mirror.prefix + $0) }
    for start in stride(from: 0, to: changes.count, by: 100) {
      let some = Array(changes[start..<min(start + 100, changes.count)])
      _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: some))
    }
  }

  /// An hour, in milliseconds: much longer than a change of several transactions may take, on machines
  /// whose clocks differ.
  private static let longestChange: Int64 = 3_600_000

  func newName() -> String {
    UUIDv7.make(at: now(), from: (.random(in: 0 ... .max), .random(in: 0 ... .max)))
  }
}
