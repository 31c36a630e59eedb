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
      do throws(EtcdError) { try await follower.load() } catch { throw .store(StoreError(error)) }
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
  /// - Returns: whether it was made; false if something else was changed before.
  /// - Throws: `unknown` only if it may have been made.
  func commit(_ plan: EtcdPlan) async throws(EtcdError) -> Bool {
    // Nothing refers to the contents while it waits, so that they need not be copied to follow a step.
    let seen = mirror.contents.revision
    let transactions = try plan.transactions(
      under: follower.prefix, longValues: mirror.contents.longValues, newName: newName)
    var isMade = true
    for transaction in transactions where isMade {
      isMade = try await follower.commit(transaction, seen: seen) != nil
    }
    if isMade { dropOldEntries() }
    return isMade
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

  func newName() -> String { follower.newName() }
}
