internal import Domain
internal import Synchronization

/// A change of a document that waits to be made, and later the outcome of its last attempt.
final class DocumentChange<Answer: Sendable, Failure: StoreFailure>: AnyDocumentChange {
  typealias Body =
    @Sendable (inout TopicContent) throws(Failure) -> (
      answer: Answer, isChange: Bool, removed: RemovedPost?
    )

  private let missing: Failure
  private let body: Body
  private let state = Mutex(State())

  private struct State {
    var seen: TopicContent?
    /// The result when it was made, perhaps after other changes that are not on disk yet.
    var made: Result<Answer, Failure>?
    var removed: RemovedPost?
    var outcome: AttemptResult<Answer, Failure>?
  }

  /// - Parameters:
  ///   - missing: the error if there is no such document.
  ///   - body: returns an answer, whether it has changed anything, and the post that it has
  ///     removed.
  init(missing: Failure, _ body: @escaping Body) {
    self.missing = missing
    self.body = body
  }

  /// nil before the first attempt.
  var outcome: AttemptResult<Answer, Failure>? { state.withLock { $0.outcome } }

  var seen: TopicContent? { state.withLock { $0.seen } }

  var removed: RemovedPost? { state.withLock { $0.removed } }

  func note(seen contents: TopicContent?) {
    state.withLock { $0.seen = $0.seen ?? contents }
  }

  func make(in contents: inout TopicContent) -> Bool {
    do throws(Failure) {
      var new = contents
      let (answer, isChange, removed) = try body(&new)
      if isChange { contents = new }
      state.withLock { ($0.made, $0.removed) = (.success(answer), removed) }
      return isChange
    } catch {
      state.withLock { ($0.made, $0.removed) = (.failure(error), nil) }
      return false
    }
  }

  func succeed(version: Int) {
    state.withLock { state in
      state.outcome = state.made?.map { (.done($0), version) }
    }
  }

  func wait(for time: Duration) {
    state.withLock { $0.outcome = .success((.wait(time), 0)) }
  }

  func miss() {
    state.withLock { $0.outcome = .failure(missing) }
  }

  func fail(_ error: StoreError) {
    state.withLock { $0.outcome = .failure(.store(error)) }
  }
}

/// The outcome of an attempt to change something, and the version of the store after it.
typealias AttemptResult<Answer, Failure: Error> = Result<(Attempt<Answer>, version: Int), Failure>

/// A change of any kind.
protocol AnyDocumentChange: AnyObject, Sendable {
  /// The contents of the document that clients could see when the change was requested; nil before
  /// the first attempt. Somebody else may have written to the document since.
  var seen: TopicContent? { get }
  /// The post that it has removed; nil if it has removed none.
  var removed: RemovedPost? { get }
  /// Has an effect only before the first attempt.
  func note(seen contents: TopicContent?)
  /// Makes the change, or changes nothing if it fails by itself.
  ///
  /// - Returns: whether it has changed anything.
  func make(in contents: inout TopicContent) -> Bool
  /// Called when the change is on disk.
  func succeed(version: Int)
  /// Called when somebody else is writing: the next attempt should be made after this time.
  func wait(for time: Duration)
  /// Called when there is no such document.
  func miss()
  func fail(_ error: StoreError)
}

/// Changes of one document that wait at the same time, and share a write.
final class ChangeGroup: Sendable {
  private let document: Topic.ID
  private let state = Mutex(State())

  private struct State {
    var changes: [any AnyDocumentChange] = []
    var hasBegun = false
  }

  init(_ document: Topic.ID, _ change: any AnyDocumentChange) {
    self.document = document
    state.withLock { $0.changes = [change] }
  }

  /// - Returns: false if the change needs a separate group.
  func add(_ change: any AnyDocumentChange, of document: Topic.ID) -> Bool {
    state.withLock { state in
      guard document == self.document, !state.hasBegun,
        state.changes.count < FileStoreLimits.changesAtOnce
      else { return false }
      state.changes.append(change)
      return true
    }
  }

  /// Makes all changes, unless that was already done.
  func make(in store: inout FileStore) {
    let changes = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun ? [] : state.changes
    }
    if !changes.isEmpty { store.change(document, changes) }
  }
}
