/// The result of a fetch.
public struct Fetched<Value> {
  /// The value with its date, its validators and the number of its pruned elements. It can be passed
  /// to the next ``FetchFlow/fetchFromNetwork(_:known:)``.
  public let copy: StoredCopy<Value>
  /// Where the value comes from.
  public let source: FetchSource
  /// Whether the value is older than the expiry allows.
  public let isStale: Bool
  /// Why the service did not provide a newer value; nil unless a failure made the copy stale.
  public let failure: FetchError?

  /// Without the elements that could not be parsed.
  public var value: Value { copy.value }
  /// When the service sent the value, or last confirmed it.
  public var fetchedAt: WallTime { copy.fetchedAt }
  /// The number of elements that could not be parsed: an empty value with a number above 0 means
  /// that all of them were bad.
  public var pruned: Int { copy.pruned }
  /// Whether the service has confirmed that the stored or known copy is still its newest state.
  public var isUnchanged: Bool { source == .confirmed }

  init(
    _ copy: StoredCopy<Value>, from source: FetchSource, isStale: Bool = false,
    failure: FetchError? = nil
  ) {
    self.copy = copy
    self.source = source
    self.isStale = isStale
    self.failure = failure
  }
}

extension Fetched: Equatable where Value: Equatable {}
extension Fetched: Sendable where Value: Sendable {}

/// Where a fetched value comes from.
public enum FetchSource: Equatable, Sendable {
  /// The store, without an answer of the service.
  case store
  /// The store or the caller; the service answered that it has not changed.
  case confirmed
  /// The service.
  case network
}

/// The outcome of a request that several calls may share.
struct FetchDelivery<Value> {
  let copy: StoredCopy<Value>
  /// The validators of the known copy that the service has confirmed; nil if it has sent the value.
  let confirmed: Validators?

  /// The result of a call that knew a copy with these validators, or none.
  func fetched(knowing known: Validators?) -> Fetched<Value> {
    Fetched(copy, from: confirmed != nil && confirmed == known ? .confirmed : .network)
  }
}

/// What a flow's `network` returns.
public enum NetworkAnswer<Value> {
  /// The service sent a value.
  ///
  /// - `pruned`: the number of elements that could not be parsed and are not in the value.
  case value(Value, validators: Validators = Validators(), pruned: Int = 0)
  /// The service answered that the resource still has the state that the validators of the request
  /// name, or sent the same again.
  ///
  /// - `validators`: those of what it sent; nil if it sent nothing.
  case unchanged(Validators? = nil)
}
