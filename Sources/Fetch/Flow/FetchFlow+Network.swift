extension FetchFlow {
  /// Asks the service, and then saves what it returns. Never loads.
  ///
  /// - Parameter known: a copy that the caller has. If the service answers that it has not changed,
  ///   the result is this copy with a new date.
  /// - Throws: `noConnectivity`, `server` or `parser` if the request fails, after repeating it if
  ///   that may help; `persistence` if the copy cannot be saved and the configuration says that this
  ///   is a failure; `cancelled` if the task is cancelled.
  public func fetchFromNetwork(
    _ resource: Resource, known: StoredCopy<Value>? = nil
  ) async throws(FetchError) -> Fetched<Value> {
    let delivery: FetchDelivery<Value>
    if resource.method.isSafe {
      delivery = try await requests.join(
        resource.key, observe: { environment.observe(resource, $0) },
        work: { isCurrent async throws(FetchError) in
          let delivery = try await request(resource, known)
          try await persist(delivery, of: resource, isCurrent: isCurrent())
          return delivery
        })
    } else {
      separate()
      defer { separate() }
      delivery = try await request(resource, known)
    }
    return delivery.fetched(knowing: known?.validators)
  }

  /// Sends a request, and repeats it if that may help.
  private func request(
    _ resource: Resource, _ known: StoredCopy<Value>?
  ) async throws(FetchError) -> FetchDelivery<Value> {
    if configuration.shouldCheckReachability, await !isReachable() {
      environment.observe(resource, .unreachable)
      throw .noConnectivity(.unreachable)
    }
    var retries = Retries()
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      environment.observe(resource, .request(attempt: retries.attempt))
      do {
        return try await attempt(resource, known)
      } catch {
        let pause =
          resource.method.isIdempotent && !Task.isCancelled
          ? retries.pause(after: error, at: environment.now(), random: environment.random()) : nil
        environment.observe(resource, .requestFailed(error, pause: pause))
        // What fails in a cancelled task fails because of that.
        guard let pause else { throw Task.isCancelled ? .cancelled : error }
        await environment.pause(pause)
      }
    }
  }

  private func attempt(
    _ resource: Resource, _ known: StoredCopy<Value>?
  ) async throws(FetchError) -> FetchDelivery<Value> {
    let answer = try await network(resource, known?.validators ?? Validators())
    let now = environment.now()
    switch answer {
    case .value(let value, let validators, let pruned):
      environment.observe(resource, .received(pruned: pruned))
      return FetchDelivery(
        copy: StoredCopy(value, fetchedAt: now, validators: validators, pruned: pruned),
        confirmed: nil)
    case .unchanged(let validators):
      guard var copy = known, validators != nil || !copy.validators.isEmpty else {
        throw .server(.status(304))
      }
      environment.observe(resource, .confirmed)
      let confirmed = copy.validators
      copy.fetchedAt = now
      copy.validators = validators ?? confirmed
      return FetchDelivery(copy: copy, confirmed: confirmed)
    }
  }
}
