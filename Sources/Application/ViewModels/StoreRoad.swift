public import Domain

/// The one road on which the state of a store arrives, in the order of the store: the steps that its
/// live query reports, and what is read, brought up to date with them.
///
/// A call that changes the store waits here until its change is shown, so that its caller sees the
/// change before the answer.
public final class StoreRoad {
  /// Shows changes, or what was only read.
  public var show: (_ changes: [StoreChange], _ isRead: Bool) -> Void = { _, _ in }

  private let readTo: ((_ version: Int) async -> Void)?
  /// The version of the last step.
  private var version = 0
  private var waiting: [(version: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var hasEnded = false
  /// The versions at which the reads in progress started.
  private var readStarts: [Int] = []
  /// The steps since the oldest of these: what is read may be older than they are.
  private(set) var recent: [StoreStep] = []
  /// The parts that wait for a read of their board by another one.
  private var boardReads: [Topic.ID: [WaitingPart]] = [:]

  /// - Parameter readTo: passes on what the live query reports up to a version, which somebody waits
  ///   for; nil if all of it is passed on as it comes.
  public init(readTo: ((_ version: Int) async -> Void)? = nil) {
    self.readTo = readTo
  }

  /// Begins with this version of the store, of which nothing is shown yet.
  public func begin(at version: Int) {
    self.version = version
  }

  /// Shows the next step of the live query, and resumes the calls that wait for it.
  ///
  /// - Returns: whether anything may have changed, so that everything must be read again.
  @discardableResult
  public func follow(_ step: StoreStep) -> Bool {
    if !readStarts.isEmpty { recent.append(step) }
    show(step.changes, false)
    version = step.version
    release { $0 <= version }
    return step.changes.contains(.unknown)
  }

  /// Lets everyone continue, now and later, because nothing is shown any longer.
  public func end() {
    hasEnded = true
    release { _ in true }
  }

  /// Returns once everything up to this version is shown.
  public func wait(for version: Int) async {
    if isShown(version) { return }
    if let readTo { return await readTo(version) }
    await withCheckedContinuation { continuation in
      // It may have been reached since.
      if isShown(version) {
        continuation.resume()
      } else {
        waiting.append((version, continuation))
      }
    }
  }

  /// Reads something, brings it up to date with the steps reported since, and shows it. Rethrows
  /// the error of `read`.
  ///
  /// - Parameter follow: changes what was read as a step of the store does.
  public func read<Value, Failure>(
    _ read: () async throws(Failure) -> Stored<Value>,
    follow: (inout Value, StoreChange) -> Void, show: (Value) -> Void
  ) async throws(Failure) {
    let start = version
    readStarts.append(start)
    defer { end(readSince: start) }
    let found = try await read()
    await wait(for: found.version)
    var value = found.value
    for step in recent where step.version > found.version {
      for change in step.changes { follow(&value, change) }
    }
    show(value)
  }

  /// Reads a board and shows it, unless another part of the board is reading it: then it is shown to
  /// this one, too. Rethrows the error of `read`.
  ///
  /// - Parameter shown: called as soon as the board is shown.
  func share(
    _ topic: Topic.ID, _ read: () async throws(BoardError) -> Stored<Board>,
    shown: @escaping () -> Void
  ) async throws(BoardError) {
    while boardReads[topic] != nil {
      let outcome: Result<Void, BoardError>? = await withCheckedContinuation { continuation in
        // It may have ended since.
        guard boardReads[topic] != nil else { return continuation.resume(returning: nil) }
        boardReads[topic]?.append(WaitingPart(shown: shown, continuation: continuation))
      }
      if let outcome { return try outcome.get() }
    }
    boardReads[topic] = []
    do throws(BoardError) {
      try await self.read(read) {
        $0.follow($1)
      } show: { board in
        show([.board(board)], true)
        shown()
        for part in boardReads[topic] ?? [] { part.shown() }
      }
      endBoardRead(topic, .success(()))
    } catch {
      // That one part has gone says nothing about the store.
      endBoardRead(topic, Task.isCancelled ? nil : .failure(error))
      throw error
    }
  }

  /// - Parameter outcome: nil if each of those that wait has to read the board.
  private func endBoardRead(_ topic: Topic.ID, _ outcome: Result<Void, BoardError>?) {
    for part in boardReads.removeValue(forKey: topic) ?? [] {
      part.continuation.resume(returning: outcome)
    }
  }

  private struct WaitingPart {
    let shown: () -> Void
    let continuation: CheckedContinuation<Result<Void, BoardError>?, Never>
  }

  private func end(readSince start: Int) {
    if let index = readStarts.firstIndex(of: start) { readStarts.remove(at: index) }
    let oldest = readStarts.min() ?? .max
    recent.removeAll { $0.version <= oldest }
  }

  private func isShown(_ version: Int) -> Bool { hasEnded || version <= self.version }

  private func release(_ isDue: (Int) -> Bool) {
    guard !waiting.isEmpty else { return }
    let due = waiting.filter { isDue($0.version) }
    waiting.removeAll { isDue($0.version) }
    for call in due { call.continuation.resume() }
  }
}
