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
  private static var attempts: Int { 4 }

  /// Makes the transactions of a change, and waits until the mirror has it.
  ///
  /// - Returns: whether it was made; false if something else was changed before.
  func commit(_ plan: EtcdPlan, named name: String) async throws(EtcdError) -> Bool {
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
      case .refused(let revision):
        _ = await mirror.reach(revision)
        return mirror.contents.hasMade(name)
      }
    } catch {
      guard case .unknown = error else { throw error }
      return try await wasMade(name, error)
    }
  }

  /// Writes what nothing refers to yet. If the answer is lost, it is written once more.
  private func prepare(_ transaction: EtcdTransaction) async throws(EtcdError) {
    do throws(EtcdError) { _ = try await cluster.commit(transaction) } catch {
      guard case .unknown = error else { throw error }
      _ = try await cluster.commit(transaction)
    }
  }

  /// Finds out whether a transaction was made whose answer was lost. If it was not, it may still be; but
  /// not after another one that changes the same, since its conditions do not hold then.
  private func wasMade(_ name: String, _ error: EtcdError) async throws(EtcdError) -> Bool {
    let revision: Int
    do throws(EtcdError) { revision = try await cluster.revision() } catch { throw error }
    guard await mirror.reach(revision) else { throw error }
    return mirror.contents.hasMade(name)
  }

  func newName() -> String {
    UUIDv7.make(at: now(), from: (.random(in: 0 ... .max), .random(in: 0 ... .max)))
  }
}
