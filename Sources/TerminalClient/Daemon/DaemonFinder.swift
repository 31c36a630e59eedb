package import BoxClient
internal import BoxWire
internal import Terminal
package import UVLoop

/// Connects to the daemon that the user has chosen, and starts it if it is the user's own. All
/// connections lead to the same daemon.
@LoopActor
package final class DaemonFinder {
  private let chosen: ChosenDaemon
  private let mayStart: Bool
  private let isVerbose: Bool
  private var daemon: DaemonProcess?
  private var hasConnected = false
  /// Whether the last daemon is one that this client started.
  package private(set) var hasStartedDaemon = false
  /// Called with a sentence when it has started a daemon, or says which one it uses; by default prints
  /// it on standard error. nil to say nothing.
  package var report: (@LoopActor (String) -> Void)? = { StandardError.report($0) }

  /// For a daemon that was just started: 5 ms at first, 100 ms at most, 5 s together.
  private static let startBackoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(100), total: .seconds(5))

  /// - Parameters:
  ///   - mayStart: whether the user's own daemon may be started.
  ///   - isVerbose: whether to say which daemon is used even if the user has only one.
  package init(_ place: DaemonPlace, mayStart: Bool, isVerbose: Bool) {
    chosen = ChosenDaemon(place)
    self.mayStart = mayStart
    self.isVerbose = isVerbose
  }

  /// The daemon's socket.
  package var place: DaemonPlace { chosen.place }

  /// Connects to the daemon, or starts it if it does not run and this client may start it.
  ///
  /// A daemon that ended on purpose is not replaced, nor is the system's, which only the system
  /// starts. The caller tries again later.
  ///
  /// - Parameter previous: why the last connection was lost; nil when there was none.
  /// - Throws: `Failure.unconnected` if the daemon does not listen and must not be started, or another
  ///   one listens in its place.
  package func connect(after previous: Disconnection?) async throws(Failure) -> Connection {
    let connection = try await connectOrStart(after: previous)
    hasStartedDaemon = isOurs(connection)
    if !hasConnected { sayPlace() }
    hasConnected = true
    return connection
  }

  private func connectOrStart(after previous: Disconnection?) async throws(Failure) -> Connection {
    if let connection = try await open() { return connection }
    // Nobody else starts one that this client has started.
    let mustNotBeReplaced = previous?.isIntended == true && !hasStartedDaemon
    guard place.owner == .own, mayStart, !mustNotBeReplaced else {
      throw .unconnected(.nobodyListens(place: place.path))
    }
    return try await start()
  }

  /// - Returns: nil when the daemon does not listen.
  private func open() async throws(Failure) -> Connection? {
    do throws(ConnectError) {
      return try await chosen.open()
    } catch {
      switch error {
      case .full: throw .full
      case .lost(let disconnection): throw .lost(disconnection)
      default: throw .unconnected(error)
      }
    }
  }

  private func start() async throws(Failure) -> Connection {
    let daemon = try DaemonProcess(socket: place.path)
    self.daemon = daemon
    var backoff = Self.startBackoff
    while true {
      if let connection = try await open() {
        announce(daemon, at: connection)
        return connection
      }
      if let status = daemon.status, status != DaemonProcess.anotherIsDaemon {
        throw .daemonEnded(status: status, log: daemon.log)
      }
      guard let pause = backoff.next() else { throw .daemonSilent(log: daemon.log) }
      await Pause.wait(for: pause)
    }
  }

  /// Whether the daemon is the one that this client has started last.
  private func isOurs(_ connection: Connection) -> Bool {
    guard let daemon else { return false }
    return (try? connection.peerCredentials().processID) == daemon.processID
  }

  /// Many clients may have started one at once; only the one whose daemon it became says so.
  private func announce(_ daemon: DaemonProcess, at connection: Connection) {
    guard isOurs(connection) else { return }
    let log = daemon.log.map { ", which logs to \($0)" } ?? ""
    report?("started procond (process \(daemon.processID))\(log)")
  }

  /// Says which daemon is used, if the user wants to know that, or has two and used the other one last.
  private func sayPlace() {
    guard let report else { return }
    let hasChanged = place.choice != nil && place.owner.map(LastDaemon.replace(with:)) == true
    if isVerbose || hasChanged {
      report("using \(place.choice ?? "the daemon at \(place.path)")")
    }
  }
}
