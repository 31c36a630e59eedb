internal import BoxWire
internal import Glibc
public import UVLoop

/// Serves a registry's scenes on Unix domain sockets.
@LoopActor
public final class Listener {
  public let registry: Registry
  /// Called when a connection came or went, with how many there are now.
  public var connectionsChanged: (@LoopActor (Int) -> Void)?

  /// The place of the socket that was made here; nil when sockets were inherited.
  private let socket: SocketFile?
  private var listeners: [PipeListener] = []
  private var sessions: [ObjectIdentifier: Session] = [:]
  private var toFlush: [Session] = []
  private var hook: LoopHook?
  private var shutdown: Shutdown?

  /// A client that takes nothing of what waits for it for so long, or at most twice as long, is
  /// told `bye` with reason `slow` and closed; nil: never. Another value counts for what begins to
  /// wait from then on.
  public var clientTimeout: Duration?
  /// How many connections the descriptors are enough for.
  private let room = descriptorLimit(less: ServerLimits.descriptorsKept)

  /// Takes over the path and listens.
  ///
  /// - Parameters:
  ///   - path: of the socket, at most 107 bytes.
  ///   - mode: the socket's permissions, which decide who may connect.
  ///   - clientTimeout: a client that takes nothing of what waits for it for so long, or at most
  ///     twice as long, is told `bye` with reason `slow` and closed; nil: never.
  /// - Throws: `SocketError` naming what is in the way.
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
          accepted: { [weak self] in self?.accept($0) },
          refused: { [registry] in $0.write(registry.refusal) })
      ]
    } catch {
      throw .unusable(path: path, error)
    }
    socket.adopt()
    hook = LoopActor.beforeSleep { [weak self] in self?.flush() }
  }

  /// Serves sockets that were there before the process. Their files stay as they are, to the end
  /// and after it.
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
      do {
        listeners.append(
          try PipeListener(
            inherited: socket.descriptor,
            accepted: { [weak self] in self?.accept($0) },
            refused: { [registry] in $0.write(registry.refusal) }))
      } catch {
        throw .notListening(socket, error)
      }
    }
    hook = LoopActor.beforeSleep { [weak self] in self?.flush() }
  }

  /// Released without a shutdown, on whatever thread, it drops its connections. Until the loop gets
  /// to it, its callbacks find nobody.
  isolated deinit {
    for session in sessions.values { session.abort() }
  }

  /// Where it listens, in the order in which it was told: paths, and names in the abstract
  /// namespace behind an `@`.
  public var addresses: [String] { listeners.map(\.name) }
  public var connections: Int { sessions.count }
  /// Most connections at once.
  public var maximumConnections: Int { min(registry.limits.connections, room) }

  /// Stops accepting, lets what was begun be answered, says goodbye to all, and removes the socket
  /// that it made.
  ///
  /// - Parameters:
  ///   - limit: how long it may take; then clients that have not read everything are dropped.
  ///   - done: is called when every client has read everything, or when the time is over.
  public func shutDown(
    within limit: Duration = ServerLimits.shutdown, _ done: @escaping @LoopActor () -> Void
  ) {
    guard shutdown == nil else { return }
    for listener in listeners { listener.close() }
    socket?.remove()
    shutdown = Shutdown(
      registry: registry, sessions: { [weak self] in self.map { Array($0.sessions.values) } ?? [] },
      done: done)
    shutdown?.begin(within: limit)
  }

  private func accept(_ connection: PipeConnection) {
    guard sessions.count < maximumConnections else {
      connection.write(registry.refusal)
      return connection.closeWhenDrained()
    }
    let session = Session(connection, registry: registry, listener: self)
    sessions[ObjectIdentifier(session)] = session
    connectionsChanged?(sessions.count)
    // Most clients ask at once: greeting and answer then go together.
    connection.readWhatIsThere()
  }

  /// Has the session flush before the loop sleeps.
  func willFlush(_ session: Session) {
    toFlush.append(session)
  }

  /// Lets go of a session whose connection is closed.
  func end(_ session: Session) {
    guard sessions.removeValue(forKey: ObjectIdentifier(session)) != nil else { return }
    connectionsChanged?(sessions.count)
    shutdown?.advance()
  }

  private func flush() {
    registry.publisher.endTurn()
    flushSessions()
    registry.publisher.flush()
    // Lines that were made for single members meanwhile.
    flushSessions()
    shutdown?.advance()
  }

  private func flushSessions() {
    guard !toFlush.isEmpty else { return }
    let sessions = toFlush
    toFlush.removeAll(keepingCapacity: true)
    for session in sessions { session.flush() }
  }
}

/// How many connections the limit of open files allows.
private func descriptorLimit(less kept: Int) -> Int {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
  return max(1, Int(clamping: limit.rlim_cur) - kept)
}
