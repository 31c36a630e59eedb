internal import BoxWire
internal import Glibc
internal import OperatingSystem
public import UVLoop

/// Serves a registry's scenes on Unix domain sockets.
@LoopActor
public final class Listener {
  public let registry: Registry
  /// Called with the current number of connections when one is opened or closed.
  public var connectionsChanged: (@LoopActor (Int) -> Void)?

  /// The socket file created here; nil when sockets were inherited.
  private let socket: SocketFile?
  /// The names of the sockets that were inherited.
  private var names: [SocketName] = []
  private var listeners: [PipeListener] = []
  let spare = SpareBuffer()
  private(set) var open: [ObjectIdentifier: ClientConnection] = [:]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var toFlush: [ClientConnection] = []
  /// The connections being flushed; keeps its memory for the next time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var inFlush: [ClientConnection] = []
  private var hook: LoopHook?
  private var shutdown: Shutdown?
  /// Called once nothing is in progress.
  private var whenAnswered: (@LoopActor () -> Void)?
  private lazy var memoryGuard = MemoryGuard(registry) { [weak self] in
    self.map { Array($0.open.values) } ?? []
  }
  /// The number of connections of each user.
  private var users: [Turns.User: Int] = [:]

  /// A client that reads nothing of what waits for it for this long, or at most twice as long, is
  /// sent `bye` with reason `slow` and closed; nil: never. A new value applies to what starts to
  /// wait from then on.
  public var clientTimeout: Duration?
  /// The number of connections for which there are descriptors.
  private let room = max(1, (DescriptorLimit.current ?? .max) - ServerLimits.descriptorsKept)

  /// Takes over the path and listens.
  ///
  /// - Parameters:
  ///   - path: the path of the socket, at most 107 bytes.
  ///   - mode: the socket's permissions, which decide who may connect.
  ///   - clientTimeout: a client that reads nothing of what waits for it for this long, or at most
  ///     twice as long, is sent `bye` with reason `slow` and closed; nil: never.
  /// - Throws: `SocketError` naming the obstacle.
  public init(
    path: String, mode: UInt32 = 0o600, registry: Registry, clientTimeout: Duration? = nil
  ) throws(SocketError) {
    self.registry = registry
    self.clientTimeout = clientTimeout
    let socket = try SocketFile(path: path)
    self.socket = socket
    do {
      listeners = [
        try PipeListener(
          path: path, mode: mode,
          accepted: { [weak self] in self?.accept($0, nil) },
          refused: { [registry] in $0.write(registry.refusal) })
      ]
    } catch {
      throw .unusable(path: path, error)
    }
    socket.adopt()
    begin()
  }

  /// Continues to listen on the socket of the previous program of this process.
  ///
  /// - Parameters:
  ///   - left: what ``leave()`` has returned in it; closed with this.
  ///   - clientTimeout: as above.
  /// - Throws: `SocketError` if that is not a listening socket and its lock.
  package init(
    left: Left, registry: Registry, clientTimeout: Duration?
  ) throws(SocketError) {
    self.registry = registry
    self.clientTimeout = clientTimeout
    let path = left.path
    let socket = SocketFile(path: path, left: left.lock)
    self.socket = socket
    do {
      listeners = [
        try PipeListener(
          inherited: left.listener,
          accepted: { [weak self] in self?.accept($0, nil) },
          refused: { [registry] in $0.write(registry.refusal) })
      ]
    } catch {
      throw .unusable(path: path, error)
    }
    begin()
  }

  /// A listening socket and the lock of its path, for the next program of this process.
  package struct Left {
    package let listener: Int32
    package let lock: Int32

    package init(listener: Int32, lock: Int32) {
      (self.listener, self.lock) = (listener, lock)
    }

    /// The path of the socket.
    @LoopActor package var path: String { PipeListener.name(of: listener) }
  }

  /// Leaves the socket to the next program of this process. From now on, new clients and new requests wait for
  /// that program.
  ///
  /// - Returns: nil if it was inherited, or if there is no descriptor for it.
  package func leave() -> Left? {
    guard let socket, let listener = try? listeners.first?.duplicate() else { return nil }
    let left = Left(listener: listener, lock: socket.leave())
    stopAccepting()
    holdRequests()
    return left
  }

  /// Serves sockets that existed before the process. Their files are left alone, even at the end.
  ///
  /// - Parameters:
  ///   - sockets: at least one; all are served alike.
  ///   - clientTimeout: as above.
  /// - Throws: `SocketError.notListening` with the first that cannot be served.
  public init(
    inherited sockets: [InheritedSocket], registry: Registry, clientTimeout: Duration? = nil
  ) throws(SocketError) {
    precondition(!sockets.isEmpty, "there is nothing to listen on")
    self.registry = registry
    self.clientTimeout = clientTimeout
    socket = nil
    for socket in sockets {
      let name = SocketName(socket.name)
      names.append(name)
      do {
        listeners.append(
          try PipeListener(
            inherited: socket.descriptor,
            accepted: { [weak self] in self?.accept($0, name) },
            refused: { [registry] in $0.write(registry.refusal) }))
      } catch {
        throw .notListening(socket, error)
      }
    }
    begin()
  }

  private func begin() {
    hook = LoopActor.beforeSleep { [weak self] in self?.flush() }
    registry.whenRightsChange[ObjectIdentifier(self)] = { [weak self] in
      guard let self else { return }
      for connection in Array(open.values) { connection.updateRights() }
    }
  }

  /// Drops the connections if it is released without a shutdown, on any thread. Until the loop runs
  /// this, callbacks do nothing.
  isolated deinit {
    for connection in open.values { connection.abort() }
    registry.whenRightsChange[ObjectIdentifier(self)] = nil
  }

  /// The addresses at which it listens, in the order in which they were requested: paths, and names
  /// in the abstract namespace after an `@`.
  public var addresses: [String] { listeners.map(\.name) }
  public var connections: Int { open.count }
  /// Maximum number of connections at once.
  public var maximumConnections: Int { min(registry.limits.connections, room) }

  /// Stops accepting, answers requests in progress, says goodbye to all clients, and removes the
  /// socket that it created.
  ///
  /// - Parameters:
  ///   - limit: maximum duration; after that, clients that have not read everything are dropped.
  ///   - done: called when every client has read everything, or when the time is up.
  public func shutDown(
    within limit: Duration = ServerLimits.shutdown, _ done: @escaping @LoopActor () -> Void
  ) {
    guard shutdown == nil else { return }
    stopAccepting()
    shutdown = Shutdown(
      registry: registry, connections: { [weak self] in self.map { Array($0.open.values) } ?? [] },
      isEmpty: { [weak self] in self?.open.isEmpty ?? true },
      done: done)
    shutdown?.begin(within: limit)
  }

  private func stopAccepting() {
    for listener in listeners { listener.close() }
    socket?.remove()
  }

  /// Stops accepting, begins no other request, and waits until those in progress are answered.
  ///
  /// - Parameter limit: maximum wait.
  func answerAll(within limit: Duration) async {
    stopAccepting()
    holdRequests()
    await withCheckedContinuation { continuation in
      let deadline = Timer(after: limit) { [weak self] in self?.allAnswered() }
      whenAnswered = {
        deadline.cancel()
        continuation.resume()
      }
      advanceAnswering()
    }
  }

  private func holdRequests() {
    for connection in Array(open.values) { connection.holdRequests() }
  }

  private func advanceAnswering() {
    if whenAnswered != nil, registry.tasks.isIdle { allAnswered() }
  }

  private func allAnswered() {
    let body = whenAnswered
    whenAnswered = nil
    body?()
  }

  /// Adds a connection to those that are served.
  func add(_ client: ClientConnection) {
    open[ObjectIdentifier(client)] = client
    count(client.user)
    connectionsChanged?(open.count)
  }

  /// The inherited socket with a name; another one if it is gone.
  func socketName(_ text: String) -> SocketName {
    names.first { $0.text == text } ?? SocketName(text)
  }

  private func accept(_ connection: PipeConnection, _ socket: SocketName?) {
    guard hasRoom(for: connection) else {
      connection.write(registry.refusal)
      return connection.closeWhenDrained()
    }
    let client = ClientConnection(connection, socket: socket, registry: registry, host: self)
    add(client)
    registry.turns.charge(nanoseconds: Self.acceptNanoseconds)
    // Most clients send a request at once: greeting and answer are then sent together.
    connection.readWhatIsThere()
  }

  private func count(_ user: Turns.User) {
    users[user, default: 0] += 1
  }

  private func remove(_ user: Turns.User) {
    users[user, default: 1] -= 1
    if users[user] == 0 { users[user] = nil }
  }

  /// The last eighth of the connections is reserved for users who have fewer than that.
  private func hasRoom(for connection: PipeConnection) -> Bool {
    ServerLimits.hasRoom(
      open.count, own: users[Caller(credentials: connection.credentials()).user] ?? 0,
      most: maximumConnections)
  }

  /// Approximate time to accept a connection: newcomers take precedence over other requests.
  private static let acceptNanoseconds = 20_000

  private func flush() {
    registry.turns.run()
    registry.log.endTurn()
    flushConnections()
    registry.delivery.flush()
    // For lines that the delivery made for single members.
    flushConnections()
    memoryGuard.check()
    advanceAnswering()
    shutdown?.advance()
  }

  private func flushConnections() {
    guard !toFlush.isEmpty else { return }
    swap(&toFlush, &inFlush)
    for connection in inFlush { connection.flush() }
    inFlush.removeAll(keepingCapacity: true)
  }
}

extension Listener: ConnectionHost {
  func holdsMore(_ connection: ClientConnection) {
    memoryGuard.stallIfOver(connection)
  }

  func willFlush(_ connection: ClientConnection) {
    toFlush.append(connection)
  }

  func moved(_ connection: ClientConnection, from user: Turns.User) {
    remove(user)
    count(connection.user)
  }

  func end(_ connection: ClientConnection) {
    guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    remove(connection.user)
    connectionsChanged?(open.count)
    shutdown?.advance()
  }
}

/// A listening socket that existed before the process, handed over by a service manager.
public struct InheritedSocket: Equatable, Sendable {
  public let descriptor: Int32
  /// The name that its creator gave it, such as `procond.socket`.
  public let name: String

  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }
}

/// The name of an inherited socket, shared by all of its connections.
final class SocketName: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
