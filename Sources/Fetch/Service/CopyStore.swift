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

  /// - Parameters: as the properties. Without `renew`, a confirmed copy is saved as a whole.
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

extension CopyStore {
  /// A store in memory, which is empty at first.
  ///
  /// - Parameters:
  ///   - limit: maximum number of copies, at least 1. The one that was confirmed longest ago is removed
  ///     for a new one.
  ///   - other: a slower store that gets all copies, and has those that are not in memory; nil for none.
  public static func memory(limit: Int = 100, over other: CopyStore? = nil) -> CopyStore {
    precondition(limit >= 1, "a store has room for a copy")
    let memory = CopyMemory<Value>(limit: limit)
    return CopyStore(
      load: { resource async throws(FetchError) in
        if let copy = memory[resource] { return copy }
        let copy = try await other?.load(resource)
        // A newer one may have been saved since.
        if let copy, memory[resource] == nil { memory[resource] = copy }
        return memory[resource]
      },
      save: { copy, resource async throws(FetchError) in
        memory[resource] = copy
        try await other?.save(copy, resource)
      },
      renew: { copy, resource async throws(FetchError) in
        memory[resource] = copy
        guard let other else { return true }
        return try await other.renew?(copy, resource) ?? false
      })
  }
}

/// Copies in memory, at most as many as the limit.
private final class CopyMemory<Value> {
  private var copies: [Resource: StoredCopy<Value>] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  subscript(resource: Resource) -> StoredCopy<Value>? {
    get { copies[resource] }
    set {
      copies[resource] = newValue
      guard copies.count > limit else { return }
      let others = copies.filter { $0.key != resource }
      let oldest = others.min { $0.value.fetchedAt < $1.value.fetchedAt }
      if let oldest { copies[oldest.key] = nil }
    }
  }
}
