/// Fetches values: the stored copy while it is fresh, otherwise from the network, which is then
/// stored.
///
/// - `fetch` always loads first. Without a fresh copy, or if loading fails, it continues as
///   `fetchFromNetwork`.
/// - `fetchFromNetwork` always asks the network first and never loads. If the network succeeds, the
///   copy is saved.
/// - `refresh` always asks the network, too, but only for what differs from the stored copy.
///
/// Only the answers to safe methods (``Method/isSafe``) are loaded and saved. Equal calls at the same
/// time load, and request, once.
///
/// A flow is not `Sendable`: it belongs to the actor or thread that created it. It starts no task,
/// and calls its closures in the task and on the actor of the caller. Swift 6.3 makes one exception:
/// it runs an asynchronous closure that has a capture list elsewhere, unless the closure was written
/// in code that is isolated to an actor.
public final class FetchFlow<Value> {
  /// Sends one request. It gets the validators of the known copy, which are empty if there is none,
  /// and returns `unchanged` only if the service confirms them. The flow repeats it if necessary.
  public var network:
    (_ resource: Resource, _ validators: Validators) async throws(FetchError) ->
      NetworkAnswer<Value>
  /// Returns the stored copy of a resource, expired or not; nil if there is none.
  public var load: (_ resource: Resource) async throws(FetchError) -> StoredCopy<Value>?
  /// Stores the copy of a resource in place of an older one.
  public var save:
    (_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Void
  /// Stores the new date of a copy that the service has confirmed, without its value. Returns false
  /// if the store has no copy with the same validators; then the flow saves the whole copy, as it
  /// always does if this is nil.
  public var renew:
    ((_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Bool)?
  /// Returns whether there is a route to the service, without sending anything.
  public var isReachable: () async -> Bool

  /// How it behaves; for another configuration, make another flow.
  public let configuration: FetchConfiguration
  let environment: FetchEnvironment
  private let loads = Flights<StoredCopy<Value>?>()
  private let fetches = Flights<Fetched<Value>>()
  private let refreshes = Flights<Fetched<Value>>()
  let requests = Flights<FetchDelivery<Value>>()
  var pendingSaves = PendingSaves<Value>()

  /// - Parameter isReachable: by default, the service always is.
  public init(
    network:
      @escaping (_ resource: Resource, _ validators: Validators) async throws(FetchError) ->
      NetworkAnswer<Value>,
    load: @escaping (_ resource: Resource) async throws(FetchError) -> StoredCopy<Value>?,
    save:
      @escaping (_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) ->
      Void,
    renew: ((_ copy: StoredCopy<Value>, _ resource: Resource) async throws(FetchError) -> Bool)? =
      nil,
    isReachable: @escaping () async -> Bool = { true },
    configuration: FetchConfiguration, environment: FetchEnvironment
  ) {
    self.network = network
    self.load = load
    self.save = save
    self.renew = renew
    self.isReachable = isReachable
    self.configuration = configuration
    self.environment = environment
  }

  /// Returns the stored copy while it is fresh, otherwise what the network returns. If that fails
  /// temporarily, an expired copy is returned and marked as stale
  /// (``FetchConfiguration/staleIfError``).
  ///
  /// - Parameter since: a copy that was confirmed before this time has expired, too; nil for none.
  /// - Throws: as `fetchFromNetwork(_:known:)`.
  public func fetch(
    _ resource: Resource, since: WallTime? = nil
  ) async throws(FetchError) -> Fetched<Value> {
    guard isStored(resource) else { return try await fetchFromNetwork(resource) }
    let key = resource.key + (since.map { " since \($0.millisecondsSince1970)" } ?? "")
    return try await fetches.join(
      key, observe: { environment.observe(resource, $0) },
      work: { _ async throws(FetchError) in try await loadThenFetch(resource, since) })
  }

  /// Asks the network, although the stored copy may be fresh. If the service answers that it has not
  /// changed, the result is this copy with a new date. Loading errors are only reported.
  ///
  /// - Throws: as `fetchFromNetwork(_:known:)`.
  public func refresh(_ resource: Resource) async throws(FetchError) -> Fetched<Value> {
    guard isStored(resource) else { return try await fetchFromNetwork(resource) }
    return try await refreshes.join(
      resource.key, observe: { environment.observe(resource, $0) },
      work: { _ async throws(FetchError) in
        try await fetchFromNetwork(resource, known: await loadCopy(of: resource))
      })
  }

  /// Returns the stored copy, whatever its age; stale if it has expired. nil if there is none, if it
  /// cannot be loaded, or if the task is cancelled.
  public func stored(_ resource: Resource) async -> Fetched<Value>? {
    guard isStored(resource), let copy = await loadCopy(of: resource) else { return nil }
    return Fetched(copy, from: .store, isStale: isExpired(copy))
  }

  /// Lets later calls send requests of their own instead of joining those that are being sent, and
  /// prevents what has not been saved yet from being saved. Call it before and after changing
  /// something in the service: what was requested earlier may be out of date. The flow calls it
  /// itself for its own requests with methods that are not safe.
  public func separate() {
    loads.separate()
    fetches.separate()
    refreshes.separate()
    requests.separate()
    for resource in pendingSaves.removeAll() { environment.observe(resource, .superseded) }
  }

  private func loadThenFetch(
    _ resource: Resource, _ since: WallTime?
  ) async throws(FetchError) -> Fetched<Value> {
    let copy = await loadCopy(of: resource)
    guard let copy else { return try await fetchFromNetwork(resource) }
    let isOld = since.map { copy.fetchedAt < $0 } ?? false
    guard isOld || isExpired(copy) else { return Fetched(copy, from: .store) }
    do {
      return try await fetchFromNetwork(resource, known: copy)
    } catch {
      guard configuration.staleIfError, error.isTemporary else { throw error }
      environment.observe(resource, .servedStale(error))
      return Fetched(copy, from: .store, isStale: true, failure: error)
    }
  }

  /// Returns nil if there is no copy, if loading fails, or if the task is cancelled.
  private func loadCopy(of resource: Resource) async -> StoredCopy<Value>? {
    do throws(FetchError) {
      return try await loads.join(
        resource.key, observe: { environment.observe(resource, $0) },
        work: { _ async throws(FetchError) in
          environment.observe(resource, .load)
          do throws(FetchError) {
            let copy = try await load(resource)
            let step = copy.map { FetchStep.loaded(isExpired: isExpired($0)) } ?? .missing
            environment.observe(resource, step)
            return copy
          } catch {
            environment.observe(resource, .loadFailed(error))
            return nil
          }
        })
    } catch {
      return nil
    }
  }

  /// Whether a copy is too old to be returned without asking the service.
  public func isExpired(_ copy: StoredCopy<Value>) -> Bool {
    copy.isExpired(at: environment.now(), after: configuration.expiry)
  }

  func isStored(_ resource: Resource) -> Bool {
    configuration.isPersistent && resource.method.isSafe
  }
}
