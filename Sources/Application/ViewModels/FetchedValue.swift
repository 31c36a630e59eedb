import Boxes
import Domain

/// A value from a store, with the state of the calls that fetch and change it. A view model keeps
/// one for each value that it shows.
///
/// Calls may overlap. A value older than the one shown is dropped, and so is the failure of a fetch
/// that is older than a call that has ended.
final class FetchedValue<Value: Equatable, Failure: Error> {
  /// The newest value that was fetched, returned by a change, or received. A failure leaves it
  /// unchanged.
  var output: Output<Value> { Output(value) }
  /// False with a message if the newest call failed, or if the value itself calls for an alert.
  var isErrorFree: Output<Content> { Output(content) }
  /// Whether at least one requested fetch is in progress.
  var isFetching: Output<Bool> { Output(isActive) }
  /// How old the value is, if it is a copy of another store's.
  var freshness: Output<FreshnessItem> { Output(age) }

  private let value: Box<Value>
  private let content = Box(Content())
  private let isActive = Box(false)
  private lazy var age = Box(FreshnessItem())
  /// The message about a copy that could not be refreshed; nil for any other value.
  private var staleness: String?
  private let contentOf: (Value) -> Content
  private let messageOf: (Failure) -> String?
  private var order = CallOrder()
  private var fetches = 0

  /// - Parameters:
  ///   - initial: shown until the first answer.
  ///   - content: the value of `isErrorFree` when no call has failed.
  ///   - message: the message of `isErrorFree` for a failure; nil if it concerns only the caller,
  ///     as a broken rule does.
  init(
    _ initial: Value, content: @escaping (Value) -> Content = { _ in Content() },
    message: @escaping (Failure) -> String?
  ) {
    value = Box(initial)
    contentOf = content
    messageOf = message
  }

  /// Replaces the value by what `read` returns. Rethrows its error.
  ///
  /// - Parameter isBackground: whether it was not requested, so that `isFetching` stays unchanged.
  func fetch(
    isBackground: Bool = false, _ read: () async throws(Failure) -> Stored<Value>
  ) async throws(Failure) {
    let call = order.start()
    if !isBackground { beginFetching() }
    defer { if !isBackground { endFetching() } }
    do {
      show(try await read(), from: call)
    } catch {
      if let message = messageOf(error), order.failFetch(call) { fail(staleness ?? message) }
      throw error
    }
  }

  /// Replaces the value by the one that `change` returns, and returns the accompanying answer.
  /// Rethrows its error. A change is not a fetch, so `isFetching` stays unchanged.
  func change<Answer>(
    _ change: () async throws(Failure) -> (Stored<Value>, Answer)
  ) async throws(Failure) -> Answer {
    try await self.change(message: messageOf, change)
  }

  /// The same for a change that fails with other errors.
  ///
  /// - Parameter message: the message of `isErrorFree` for a failure; nil if it concerns only the
  ///   caller.
  func change<Answer, Other: Error>(
    message: (Other) -> String?, _ change: () async throws(Other) -> (Stored<Value>, Answer)
  ) async throws(Other) -> Answer {
    let call = order.start()
    do {
      let (value, answer) = try await change()
      show(value, from: call)
      return answer
    } catch {
      if let message = message(error) {
        order.failChange(call)
        fail(message)
      }
      throw error
    }
  }

  /// Replaces the value by one that no call returned, such as one from a live query, if that is
  /// newer. Does not clear failures.
  func receive(_ new: Stored<Value>) {
    if order.receive(version: new.version) { show(new.value) }
  }

  /// The same for a value that was just read, as if by a fetch: it clears failures.
  func receiveFetched(_ new: Stored<Value>) {
    guard order.hasFailure else { return receive(new) }
    show(new, from: order.start())
  }

  /// Shows how old the value is. While it could not be refreshed, `isErrorFree` says so; the next
  /// success clears failures.
  func show(_ freshness: Freshness) {
    let wasStale = staleness != nil
    staleness = freshness.alert
    age.value = FreshnessItem(freshness)
    if let staleness { return fail(staleness) }
    if wasStale { order.clearFailure() }
    renewContent()
  }

  /// Evaluates `content` again, which may depend on something else that changed.
  func renewContent() {
    guard !order.hasFailure else { return }
    content.value = staleness.map { Content(status: false, message: $0) } ?? contentOf(value.value)
  }

  private func show(_ answer: Stored<Value>, from call: Int) {
    show(order.succeed(call, version: answer.version) ? answer.value : value.value)
  }

  private func show(_ new: Value) {
    if new != value.value { value.value = new }
    renewContent()
  }

  private func fail(_ message: String) {
    content.value = Content(status: false, message: message)
  }

  private func beginFetching() {
    fetches += 1
    if fetches == 1 { isActive.value = true }
  }

  private func endFetching() {
    fetches -= 1
    if fetches == 0 { isActive.value = false }
  }
}
