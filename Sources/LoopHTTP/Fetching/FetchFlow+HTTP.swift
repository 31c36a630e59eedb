public import Fetch
internal import OperatingSystem
public import UVLoop

/// Where a flow fetches from: a base URL, or a connection, which several flows can share.
public protocol FetchOrigin {
  /// The connection that a flow uses.
  @LoopActor var connection: ServiceConnection { get }
}

extension BaseURL: FetchOrigin {
  /// A new connection over HTTP.
  @LoopActor public var connection: ServiceConnection { ServiceConnection(to: self) }
}

extension ServiceConnection: FetchOrigin {
  /// Itself.
  @LoopActor public var connection: ServiceConnection { self }
}

extension FetchFlow where Value: Codable & Sendable {
  /// A flow for values that a service sends as JSON, each as a whole.
  ///
  /// - Parameters:
  ///   - origin: a base URL or a connection.
  ///   - path: of a directory for the copies, which no other flow uses. Flows that share one are made
  ///     with `init(connection:mapping:store:configuration:environment:)` and a ``CopyDirectory``.
  ///   - configure: changes how the flow behaves.
  ///   - observe: called with each step of a fetch, as it happens. For a log, use
  ///     ``Fetch/FetchStep/error``.
  @LoopActor
  public convenience init(
    _ type: Value.Type, from origin: some FetchOrigin, copies path: String,
    configure: (inout FetchConfiguration) -> Void = { _ in },
    observe: @escaping (Resource, FetchStep) -> Void = { _, _ in }
  ) {
    self.init(origin.connection, .json(), path, configure, observe)
  }
}

extension FetchFlow {
  /// A flow for lists that a service sends as JSON arrays. Elements that cannot be decoded are left
  /// out.
  ///
  /// - Parameters: as those of the flow for whole values.
  @LoopActor
  public convenience init<Element: Codable & Sendable>(
    sequenceOf element: Element.Type, from origin: some FetchOrigin, copies path: String,
    configure: (inout FetchConfiguration) -> Void = { _ in },
    observe: @escaping (Resource, FetchStep) -> Void = { _, _ in }
  ) where Value == [Element] {
    self.init(origin.connection, .jsonArray(), path, configure, observe)
  }

  @LoopActor
  private convenience init(
    _ connection: ServiceConnection, _ mapping: Mapping<Value>, _ path: String,
    _ configure: (inout FetchConfiguration) -> Void,
    _ observe: @escaping (Resource, FetchStep) -> Void
  ) {
    var configuration = FetchConfiguration(persistenceConfiguration: .enabled(path: path))
    configure(&configuration)
    self.init(
      connection: connection, mapping: mapping,
      store: { path in
        .memory(over: CopyDirectory(path).store(of: connection.baseURL, mapping))
      }, configuration: configuration, environment: .loop(observe: observe))
  }
}

extension ServiceConnection {
  /// A connection to a service over HTTP.
  ///
  /// - Parameters:
  ///   - headers: sent with each request, by name.
  ///   - reachability: whether there is a way to the service.
  @LoopActor
  public init(
    _ client: HTTPClient = HTTPClient(), to baseURL: BaseURL,
    headers: [String: HeaderValue] = ["Accept": .text("application/json")],
    _ reachability: Reachability = .route
  ) {
    self.init(
      baseURL: baseURL, headers: headers,
      isReachable: {
        // A URL that libcurl cannot read fails when a request is sent.
        guard let origin = try? HTTPURL(baseURL.text).origin else { return true }
        return await reachability.isReachable(origin)
      },
      send: { request async throws(FetchError) in try await client.send(request) })
  }
}

extension FetchEnvironment {
  /// The system's clock, and timers and tasks of the loop.
  ///
  /// - Parameter observe: called with each step of a fetch, as it happens.
  @LoopActor
  public static func loop(
    observe: @escaping (Resource, FetchStep) -> Void = { _, _ in }
  ) -> FetchEnvironment {
    FetchEnvironment(
      now: { WallTime(millisecondsSince1970: Int64(WallClock.milliseconds)) },
      pause: { await Pause.wait(for: $0) },
      later: { work in LoopActor.task { await work() } },
      observe: observe)
  }
}
