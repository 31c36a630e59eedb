import BoardValues
import Boxes
import Domain

/// A value from a store, with the state of the calls that fetch and change it. A view model keeps
/// one for each value that it shows.
///
/// The value itself comes on the store's road, in order. Calls may overlap: the failure of a fetch that
/// is older than a call that has ended is dropped.
final class FetchedValue<Value: Equatable, Failure: Error> {
  /// The value that has come last. A failure leaves it unchanged.
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
  /// The message about what is left out of the value; nil if nothing is.
  private var faultMessage: String?
  private let contentOf: (Value) -> Content
  private let messageOf: (Failure) -> String?
  private let road: StoreRoad
  private var order = CallOrder()
  private var fetches = 0

  /// - Parameters:
  ///   - initial: shown until the first report.
  ///   - content: the value of `isErrorFree` when no call has failed.
  ///   - message: the message of `isErrorFree` for a failure; nil if it concerns only the caller,
  ///     as a broken rule does.
  init(
    _ initial: Value, content: @escaping (Value) -> Content = { _ in Content() },
    message: @escaping (Failure) -> String?, road: StoreRoad
  ) {
    value = Box(initial)
    contentOf = content
    messageOf = message
    self.road = road
  }

  /// Reads the value and shows it. Rethrows the error of `read`.
  ///
  /// - Parameters:
  ///   - isBackground: whether it was not requested, so that `isFetching` stays unchanged.
  ///   - follow: changes what was read as a step of the store does.
  ///   - show: shows what was read.
  func fetch<Read>(
    isBackground: Bool = false, _ read: () async throws(Failure) -> Stored<Read>,
    follow: (inout Read, StoreChange) -> Void, show: (Read) -> Void
  ) async throws(Failure) {
    try await fetch(isBackground: isBackground) { (shown) async throws(Failure) in
      try await road.read(read, follow: follow) { found in
        show(found)
        shown()
      }
    }
  }

  /// - Parameter read: reads the value and shows it, and calls `shown` as soon as it is.
  func fetch(
    isBackground: Bool = false,
    read: (_ shown: @escaping () -> Void) async throws(Failure) -> Void
  ) async throws(Failure) {
    let call = order.start()
    if !isBackground { beginFetching() }
    do {
      try await read { [self] in
        order.succeed(call)
        renewContent()
        if !isBackground { endFetching() }
      }
    } catch {
      // That a caller has gone says nothing about the store.
      if !Task.isCancelled, let message = messageOf(error), order.failFetch(call) {
        fail(staleness ?? message)
      }
      if !isBackground { endFetching() }
      throw error
    }
  }

  /// Reads the value again in the background and shows it, which clears failures. If that fails,
  /// nothing changes. Returns whether it succeeded.
  @discardableResult
  func refresh<Read>(
    _ read: () async throws(Failure) -> Stored<Read>, follow: (inout Read, StoreChange) -> Void,
    show: (Read) -> Void
  ) async -> Bool {
    do {
      try await road.read(read, follow: follow) { found in
        show(found)
        clearFailure()
      }
      return true
    } catch {
      return false
    }
  }

  /// Forgets a failure, because the store works.
  func clearFailure() {
    order.clearFailure()
    renewContent()
  }

  /// Changes the store, and returns the answer once the change is shown. Rethrows the error of
  /// `change`. A change is not a fetch, so `isFetching` stays unchanged.
  func change<Answer>(
    _ change: () async throws(Failure) -> Stored<Answer>
  ) async throws(Failure) -> Answer {
    try await self.change(message: messageOf, change)
  }

  /// Makes a change that fails with other errors.
  ///
  /// - Parameter message: the message of `isErrorFree` for a failure; nil if it concerns only the
  ///   caller.
  func change<Answer, Other: Error>(
    message: (Other) -> String?, _ change: () async throws(Other) -> Stored<Answer>
  ) async throws(Other) -> Answer {
    let call = order.start()
    do {
      let answer = try await change()
      await road.wait(for: answer.version)
      order.succeed(call)
      renewContent()
      return answer.value
    } catch {
      if let message = message(error) {
        order.failChange(call)
        fail(message)
      }
      throw error
    }
  }

  /// Shows the value that has come.
  ///
  /// - Parameter isRead: whether it was only read: the call that did so decides about failures. A
  ///   store whose contents change works, which clears them.
  func receive(_ new: Value, isRead: Bool) {
    if !isRead { order.clearFailure() }
    if new != value.value { value.value = new }
    renewContent()
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

  /// Shows what is left out of the value, in sentences.
  func show(faults sentences: [String]) {
    let new = sentences.alert
    guard new != faultMessage else { return }
    faultMessage = new
    renewContent()
  }

  private func renewContent() {
    guard !order.hasFailure else { return }
    let message = staleness ?? faultMessage
    let new = message.map { Content(status: false, message: $0) } ?? contentOf(value.value)
    if new != content.value { content.value = new }
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

extension [String] {
  /// The first of these sentences as one alert; nil if there are none.
  fileprivate var alert: String? {
    guard count > Self.shown else { return isEmpty ? nil : joined(separator: "; ") }
    return (prefix(Self.shown) + ["and \(count - Self.shown) more"]).joined(separator: "; ")
  }

  private static var shown: Int { 5 }
}

/// Runs work in a task of the caller's actor, without waiting for it. The work ends by itself.
///
/// The work must not be a closure with a capture list: the compiler would take it off that actor
/// (https://github.com/swiftlang/swift/issues/87097).
public typealias RunInBackground = (_ work: @escaping () async -> Void) -> Void
