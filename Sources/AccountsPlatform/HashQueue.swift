internal import UVLoop

/// Runs hash functions on libuv's threads: a few at a time, the others in order of arrival.
@LoopActor
final class HashQueue {
  /// Half of libuv's threads; the others are left for stores, names and the log.
  static let atOnce = 2

  /// Maximum number of hashes that wait for their turn. At 20 ms for a hash, the last one waits for
  /// two thirds of a second.
  static let longest = 64

  /// Why a hash was not computed.
  enum Failure: Error {
    /// Too many are waiting.
    case full
    /// The task was cancelled while it waited.
    case cancelled
  }

  /// The number of those that have a thread, or are about to get it.
  private(set) var running = 0
  private var waiting: [Waiter] = []

  @LoopActor
  private final class Waiter {
    /// Resumed with whether it is this one's turn.
    let turn: CheckedContinuation<Bool, Never>
    let ticket: Ticket

    init(_ turn: CheckedContinuation<Bool, Never>, _ ticket: Ticket) {
      self.turn = turn
      self.ticket = ticket
    }
  }

  /// Identifies a waiter.
  private final class Ticket: Sendable {}

  /// The number of hashes that wait for their turn.
  var count: Int { waiting.count }

  /// Runs `work` on one of libuv's threads once it is its turn, and returns on the loop.
  ///
  /// - Throws: `Failure` if it was not run.
  func run<Result: Sendable>(_ work: @Sendable () -> Result) async throws(Failure) -> Result {
    guard running < Self.atOnce || waiting.count < Self.longest else { throw .full }
    guard await waitForTurn() else { throw .cancelled }
    return await runNow(work)
  }

  /// Runs work that must not fail: it waits in order, however many do, and even if its task
  /// is cancelled.
  func runAlways<Result: Sendable>(_ work: @Sendable () -> Result) async -> Result {
    _ = await enqueue(Ticket())
    return await runNow(work)
  }

  private func runNow<Result: Sendable>(_ work: @Sendable () -> Result) async -> Result {
    let result = await BlockingWork.run(work)
    if waiting.isEmpty {
      running -= 1
    } else {
      waiting.removeFirst().turn.resume(returning: true)
    }
    return result
  }

  /// - Returns: false if the task was cancelled first.
  private func waitForTurn() async -> Bool {
    let ticket = Ticket()
    return await withTaskCancellationHandler {
      await enqueue(ticket)
    } onCancel: {
      // It runs after this turn of the loop, so the ticket is in the queue.
      LoopActor.task { [weak self] in self?.cancel(ticket) }
    }
  }

  private func enqueue(_ ticket: Ticket) async -> Bool {
    await withCheckedContinuation { continuation in
      if running < Self.atOnce {
        running += 1
        continuation.resume(returning: true)
      } else {
        waiting.append(Waiter(continuation, ticket))
      }
    }
  }

  private func cancel(_ ticket: Ticket) {
    guard let index = waiting.firstIndex(where: { $0.ticket === ticket }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }
}
