/// Loads and saves the copies of a flow.
public struct CopyStore<Value> {
  /// As ``FetchFlow/load``.
  public var load: (_ resource: Resource) async throws(FetchError) -> StoredCopy<Value>?
  /// As ``FetchFlow/save``.
  public var save:
    (_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Void
  /// As ``FetchFlow/renew``.
  public var renew:
    ((_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Bool)?

  public init(
    load: @escaping (_ resource: Resource) async throws(FetchError) -> StoredCopy<Value>?,
    save:
      @escaping (_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) ->
      Void,
    renew: ((_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Bool)? =
      nil
  ) {
    self.load = load
    self.save = save
    self.renew = renew
  }
}
