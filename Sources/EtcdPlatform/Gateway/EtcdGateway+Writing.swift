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
    for _ in 1...Self.attempts {
      do throws(EtcdError) { try await mirror.load() } catch { throw .store(StoreError(error)) }
      let (answer, plan) = try attempt(mirror.contents)
      guard let plan else { return stored(answer) }
      do throws(EtcdError) {
        if try await commit(plan) { return stored(answer) }
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
  /// If the answer to the last one is lost and it was not made, it is sent again. It cannot be made twice:
  /// what it requires is so no longer when it was made. If it is refused then and was not made, it never
  /// will be.
  ///
  /// - Returns: whether it was made; false if something else was changed before.
  /// - Throws: `unknown` only if it may have been made.
  func commit(_ plan: EtcdPlan) async throws(EtcdError) -> Bool {
    let (name, seen, listed) = (newName(), mirror.contents.revision, mirror.listed)
    let transactions = try plan.transactions(
      of: name, under: mirror.prefix, longValues: mirror.contents.longValues, newName: newName)
    for transaction in transactions.dropLast() { try await prepare(transaction) }
    guard let last = transactions.last else { return true }
    var lost: EtcdError?
    for _ in 1...3 {
      do throws(EtcdError) {
        switch try await cluster.commit(last) {
        case .made(let revision):
          guard await mirror.reach(revision) else {
            throw .unknown(reason: "no member of the cluster reports its changes")
          }
          return true
        case .refused:
          let isMade = try await wasMade(name)
          if !isMade, lost != nil, mirror.listed != listed {
            throw .unknown(reason: "the cluster was compacted")
          }
          if !isMade, mirror.contents.revision == seen {
            // Another program has changed something, which the mirror will have soon.
            _ = await mirror.reach(seen + 1, within: .seconds(2))
          }
          return isMade
        }
      } catch {
        if case .cancelled = error { throw error }
        guard case .unknown = error else { throw lost ?? error }
        lost = error
        if (try? await wasMade(name)) == true { return true }
      }
    }
    throw lost ?? .cancelled
  }

  /// Writes what nothing refers to yet, and what did not exist before. If the answer is lost, it is sent
  /// once more; then it may have been written already.
  private func prepare(_ transaction: EtcdTransaction) async throws(EtcdError) {
    do throws(EtcdError) { _ = try await cluster.commit(transaction) } catch {
      guard case .unknown = error else { throw error }
      do throws(EtcdError) { _ = try await cluster.commit(transaction) } catch {
        guard case .unknown(let reason) = error else { throw error }
        throw .unavailable(reason: reason)
      }
    }
  }

  /// Catches up with what others have changed.
  ///
  /// - Returns: whether a transaction was made, as far as it is known.
  private func wasMade(_ name: String) async throws(EtcdError) -> Bool {
    // The last revision in which a gateway has changed something.
    let key = mirror.prefix + EtcdKey.attempt
    let last = try await cluster.list(key).pairs.first { $0.key == key }
    guard await mirror.reach(last?.modified ?? 0) else {
      throw .unknown(reason: "no member of the cluster reports its changes")
    }
    return mirror.contents.hasMade(name)
  }

  /// Removes what changes have left that were not finished, by this gateway or another one.
  func removeRemains() async throws(EtcdError) {
    let newest = now().millisecondsSince1970 - Self.longestChange
    try await make(
      mirror.contents.remains { name in
        UUIDv7.date(of: name).map { $0.millisecondsSince1970 < newest } ?? false
      })
  }

  func make(_ plans: [EtcdPlan]) async throws(EtcdError) {
    for plan in plans { _ = try await commit(plan) }
  }

  /// An hour, in milliseconds: much longer than a change of several transactions may take, on machines
  /// whose clocks differ.
  private static let longestChange: Int64 = 3_600_000

  func newName() -> String {
    UUIDv7.make(at: now(), from: (.random(in: 0 ... .max), .random(in: 0 ... .max)))
  }
}
