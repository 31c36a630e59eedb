import Boxes
import Domain

/// A value that comes from a store, and how the calls that fetch and change it are doing. A view
/// model keeps one for each value it shows.
///
/// Calls may overlap. A value older than the one shown is dropped, and so is the failure of a fetch
/// that is older than a call that has ended.
final class FetchedValue<Value: Equatable, Failure: Error> {
  /// The newest value that was fetched, that a change returned, or that was received. A failure
  /// leaves it as it is.
  var output: Output<Value> { Output(value) }
  /// False with a message if the newest call failed, or if the value itself is worth an alert.
  var isErrorFree: Output<Content> { Output(content) }
  /// Whether at least one fetch is in progress that somebody asked for.
  var isFetching: Output<Bool> { Output(isActive) }

  private let value: Box<Value>
  private let content = Box(Content())
  private let isActive = Box(false)
  private let contentOf: (Value) -> Content
  private let messageOf: (Failure) -> String?
  private var order = CallOrder()
  private var fetches = 0

  /// - Parameters:
  ///   - initial: shown until the first answer.
  ///   - content: what `isErrorFree` says about a value when no call has failed.
  ///   - message: what `isErrorFree` says about a failure; nil if it concerns only the caller, as a
  ///     broken rule does.
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
  /// - Parameter isBackground: whether nobody asked for it, so that `isFetching` stays as it is.
  func fetch(
    isBackground: Bool = false, _ read: () async throws(Failure) -> Stored<Value>
  ) async throws(Failure) {
    let call = order.start()
    if !isBackground { beginFetching() }
    defer { if !isBackground { endFetching() } }
    do {
      show(try await read(), from: call)
    } catch {
      if let message = messageOf(error), order.failFetch(call) { fail(message) }
      throw error
    }
  }

  /// Replaces the value by the one that `change` returns, and returns what it returns with it.
  /// Rethrows its error. A change is not a fetch, so `isFetching` stays as it is.
  func change<Answer>(
    _ change: () async throws(Failure) -> (Stored<Value>, Answer)
  ) async throws(Failure) -> Answer {
    try await self.change(message: messageOf, change)
  }

  /// The same for a change that fails with other errors.
  ///
  /// - Parameter message: what `isErrorFree` says about a failure; nil if it concerns only the caller.
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

  /// Replaces the value by one that no call returned, such as one of a live query, if that is newer.
  /// It clears no failure.
  func receive(_ new: Stored<Value>) {
    if order.receive(version: new.version) { show(new.value) }
  }

  /// The same for one that was read just now, as if a fetch had returned it: it clears failures.
  func receiveFetched(_ new: Stored<Value>) {
    guard order.hasFailure else { return receive(new) }
    show(new, from: order.start())
  }

  /// Says again what `content` says about the value, which may depend on something else that changed.
  func renewContent() {
    if !order.hasFailure { content.value = contentOf(value.value) }
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
