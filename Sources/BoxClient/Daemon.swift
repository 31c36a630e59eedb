public import BoxWire
public import UVLoop

/// A daemon that a program calls and subscribes to.
///
/// ```swift
/// let daemon = try await Daemon.connect()
/// try await daemon.set("shared.weather.now", to: JSONText(21))
/// for try await event in try daemon.subscribe(to: "shared.weather.*") {
///   if case .changed(let boxes) = event { print(boxes.json) }
/// }
/// ```
///
/// Calls share a connection, which is restored when it is lost. Each subscription has its own
/// connection, so a program may call the daemon inside the loop that consumes a subscription,
/// however slow that loop is. All of them lead to the same daemon: another one that listens in its
/// place is an error.
///
/// Start tasks that wait for a daemon with ``UVLoop/LoopActor/task(_:)``, or run the whole program
/// in ``UVLoop/LoopActor/run(_:)``: both avoid Swift's global thread pool.
@LoopActor
public final class Daemon {
  /// Its socket.
  public nonisolated var place: DaemonPlace { chosen.place }

  private typealias Attempt = Result<Connection, ConnectError>

  nonisolated let chosen: ChosenDaemon
  private let backoff: Backoff
  private var connection: Connection?
  private var isClosed = false
  private var connecting: Task<Void, Never>?
  /// Calls that wait for a connection, by number.
  private var waiting: [Int: CheckedContinuation<Attempt, Never>] = [:]
  private var lastNumber = 0

  private init(_ place: DaemonPlace, backoff: Backoff) {
    chosen = ChosenDaemon(place)
    self.backoff = backoff
  }

  /// Connects to the daemon.
  ///
  /// - Parameters:
  ///   - place: its socket; nil for ``DaemonPlace/standard``.
  ///   - backoff: how long a call waits for a lost daemon to return.
  /// - Throws: the reason why there is no connection. Waits only for the greeting and for a daemon
  ///   that is too busy to accept.
  public static func connect(
    to place: DaemonPlace? = nil, backoff: Backoff = .calls
  ) async throws(ConnectError) -> Daemon {
    let place = if let place { place } else { try DaemonPlace.standard }
    let daemon = Daemon(place, backoff: backoff)
    daemon.connection = try await daemon.chosen.connect()
    return daemon
  }

  /// Connects to the daemon whose socket is at `path`.
  ///
  /// - Throws: the reason why there is no connection.
  public static func connect(to path: String) async throws(ConnectError) -> Daemon {
    try await connect(to: DaemonPlace(path))
  }

  isolated deinit {
    close()
  }

  /// Closes the connection for calls; unanswered calls fail. Subscriptions continue.
  public func close() {
    isClosed = true
    connecting?.cancel()
    connection?.close()
    resumeWaiting(.failure(.lost(.closed)))
  }

  /// Calls a method or an intent.
  ///
  /// - Parameters:
  ///   - method: such as `ping`, or the path of an intent as in `topics.ai.pros.add`.
  ///   - parameters: by name.
  /// - Returns: the result, as the daemon wrote it.
  /// - Throws: the reason why there is no result. A call that could not be sent was not carried
  ///   out; a call is never sent twice.
  @discardableResult
  public func call(
    _ method: String, _ parameters: Parameters = Parameters()
  ) async throws(DaemonError) -> JSONText {
    let connection = try await connected()
    do throws(CallError) {
      return try await connection.call(method, parameters)
    } catch {
      throw DaemonError(error)
    }
  }

  // MARK: The connection for calls

  /// Waits for the connection.
  private func connected() async throws(DaemonError) -> Connection {
    if let connection, connection.disconnection == nil { return connection }
    switch await attempt() {
    case .success(let connection): return connection
    case .failure(.cancelled): throw .cancelled
    case .failure(.lost(.closed)): throw .lost(.closed)
    case .failure(let error): throw .unreachable(error)
    }
  }

  /// Waits for the attempt to connect that is in progress, or starts one.
  private func attempt() async -> Attempt {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        if isClosed { return continuation.resume(returning: .failure(.lost(.closed))) }
        waiting[number] = continuation
        if connecting == nil { connect() }
      }
    } onCancel: {
      LoopActor.task {
        self.waiting.removeValue(forKey: number)?.resume(returning: .failure(.cancelled))
      }
    }
  }

  private func connect() {
    let (chosen, backoff) = (self.chosen, self.backoff)
    connecting = LoopActor.task { [weak self] in
      let outcome = await chosen.connect(again: backoff)
      self?.adopt(outcome)
    }
  }

  private func adopt(_ outcome: Attempt) {
    connecting = nil
    if case .success(let connection) = outcome {
      if isClosed { return connection.close() }
      self.connection = connection
    }
    resumeWaiting(outcome)
  }

  private func resumeWaiting(_ outcome: Attempt) {
    let calls = waiting.values
    waiting = [:]
    for continuation in calls { continuation.resume(returning: outcome) }
  }
}

extension ChosenDaemon {
  /// Connects, in several attempts if necessary.
  fileprivate func connect(again backoff: Backoff) async -> Result<Connection, ConnectError> {
    var backoff = backoff
    while true {
      do throws(ConnectError) {
        return .success(try await connect())
      } catch {
        guard error.mayPass, !Task.isCancelled, let pause = backoff.next() else {
          return .failure(error)
        }
        await Pause.wait(for: pause)
      }
    }
  }
}
