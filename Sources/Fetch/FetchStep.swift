/// A step of a fetch, as an observer sees it.
public enum FetchStep: Equatable, Sendable {
  /// An equal fetch is in progress; this call waits for its result.
  case joined
  /// The call that did the work was cancelled; this one, which had joined it, starts over.
  case tookOver

  /// The stored copy is being loaded.
  case load
  /// There is a stored copy.
  case loaded(isExpired: Bool)
  /// There is no stored copy.
  case missing
  /// Loading failed. `fetch` continues with the network.
  case loadFailed(FetchError)

  /// The service is not reachable; nothing is sent.
  case unreachable
  /// A request is being sent; the first attempt is number 1.
  case request(attempt: Int)
  /// The service answered with a value. `pruned` is the number of elements that were left out.
  case received(pruned: Int)
  /// The service answered that the copy is still its newest state.
  case confirmed
  /// An element could not be parsed and was left out.
  case pruned(ParserFailure)
  /// A request failed. It is repeated after the pause; nil if it is not repeated.
  case requestFailed(FetchError, pause: Duration?)
  /// An expired copy is returned because of this error.
  case servedStale(FetchError)

  /// The copy is being saved.
  case save
  /// The copy has been saved.
  case saved
  /// Saving failed. The fetch throws this error only if its configuration says so.
  case saveFailed(FetchError)
  /// The copy will be saved later, by the owner of the flow.
  case saveDeferred
  /// The copy is not saved, because something was changed since its request was sent, so it may be
  /// out of date.
  case superseded

  /// An error that does not end the fetch, and would be lost without a log; nil for other steps.
  public var error: FetchError? {
    switch self {
    case .loadFailed(let error), .servedStale(let error), .saveFailed(let error): error
    case .pruned(let failure): .parser(failure)
    default: nil
    }
  }
}
