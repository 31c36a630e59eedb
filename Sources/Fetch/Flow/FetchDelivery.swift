/// The outcome of a request that several calls may share.
struct FetchDelivery<Value> {
  let copy: StoredCopy<Value>
  /// Whether the service has confirmed a known copy, instead of sending the value.
  let isConfirmed: Bool

  /// The result of a call that knew a copy with these validators, or none.
  func fetched(knowing known: Validators?) -> Fetched<Value> {
    Fetched(copy, from: isConfirmed && copy.validators == known ? .confirmed : .network)
  }
}
