extension FetchFlow {
  /// A flow over a connection to a service, for one value (``Mapping/one(decode:encode:)``) or a sequence
  /// (``Mapping/sequence(split:element:encode:)``).
  ///
  /// - Parameter store: opens the store at the configured path; called once, and only if the
  ///   configuration enables persistence.
  public convenience init(
    connection: ServiceConnection, mapping: Mapping<Value>,
    store: (_ path: String) -> CopyStore<Value>, configuration: FetchConfiguration,
    environment: FetchEnvironment
  ) {
    let copies: CopyStore<Value> =
      switch configuration.persistenceConfiguration {
      case .enabled(let path) where configuration.usingPersistence: store(path)
      case .enabled, .disabled: CopyStore(load: { _ in nil }, save: { _, _ in })
      }
    self.init(
      network: { resource, validators async throws(FetchError) in
        let response = try await connection.response(
          to: resource, validators, now: environment.now)
        if response.status == 304 { return .unchanged() }
        let new = response.validators
        if let fingerprint = new.fingerprint, fingerprint == validators.fingerprint {
          return .unchanged(new)
        }
        let (value, faults) = try await mapping.decoded(response.body)
        if !configuration.shouldPrune, let first = faults.first { throw .parser(first) }
        for fault in faults { environment.observe(resource, .pruned(fault)) }
        return .value(value, validators: new, pruned: faults.count)
      },
      load: copies.load, save: copies.save, renew: copies.renew,
      isReachable: connection.isReachable, configuration: configuration, environment: environment)
  }

  /// A flow over a connection of its own to the service at a base URL, which is always taken to be
  /// reachable.
  ///
  /// - Parameters:
  ///   - send: as ``ServiceConnection/send``.
  ///   - store: opens the store at the configured path; called once, and only if the configuration
  ///     enables persistence.
  public convenience init(
    baseURL: BaseURL, send: @escaping (FetchRequest) async throws(FetchError) -> FetchResponse,
    mapping: Mapping<Value>, store: (_ path: String) -> CopyStore<Value>,
    configuration: FetchConfiguration, environment: FetchEnvironment
  ) {
    self.init(
      connection: ServiceConnection(baseURL: baseURL, send: send), mapping: mapping, store: store,
      configuration: configuration, environment: environment)
  }
}
