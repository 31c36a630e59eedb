package import BoxClient
internal import BoxWire
internal import Terminal
package import UVLoop

/// Connects to a daemon: the one at the socket that the user named; otherwise the user's own, then
/// the system's, then one that it starts.
@LoopActor
package final class DaemonFinder {
  private let places: DaemonPlaces
  private let mayStart: Bool
  private var daemon: DaemonProcess?
  /// Whether the last daemon is one that this client started.
  package private(set) var hasStartedDaemon = false
  /// Called with a sentence when it has started a daemon; by default prints it on standard error.
  package var report: @LoopActor (String) -> Void = { StandardError.report($0) }
  /// The socket of the last daemon; nil until there was one.
  package private(set) var place: String?

  /// For a daemon that was just started: 5 ms at first, 100 ms at most, 5 s together.
  private static let startBackoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(100), total: .seconds(5))

  /// - Parameter mayStart: whether a daemon may be started when no socket was named.
  package init(_ places: DaemonPlaces, mayStart: Bool) {
    self.places = places
    self.mayStart = mayStart
  }

  /// Whether it may find any daemon, since the user named no socket.
  package var isFree: Bool { places.own != nil }

  /// Connects to the first daemon that listens, or starts one if none does and it may.
  ///
  /// A daemon that ended on purpose is not replaced, nor is the system's, which only the system
  /// starts. The caller tries again later.
  ///
  /// - Parameter previous: why the last connection was lost; nil when there was none.
  /// - Throws: `Failure.unconnected` if no daemon listens and it must not start one.
  package func connect(after previous: Disconnection?) async throws(Failure) -> Connection {
    for place in places.paths {
      if let connection = try await connect(to: place) {
        self.place = place
        hasStartedDaemon = isOurs(connection)
        return connection
      }
    }
    // Nobody else starts one that this client has started.
    let mustNotBeReplaced =
      (previous?.isIntended == true && !hasStartedDaemon) || self.place == SocketPlaces.system
    guard let own = places.own, mayStart, !mustNotBeReplaced else {
      throw .unconnected(.nobodyListens(places: places.paths))
    }
    let connection = try await start(own)
    place = own
    return connection
  }

  /// - Returns: nil when no daemon listens there.
  private func connect(to place: String) async throws(Failure) -> Connection? {
    do throws(ConnectError) {
      return try await places.open(place)
    } catch {
      switch error {
      case .full: throw .full
      case .lost(let disconnection): throw .lost(disconnection)
      default: throw .unconnected(error)
      }
    }
  }

  private func start(_ place: String) async throws(Failure) -> Connection {
    let daemon = try DaemonProcess(socket: place)
    self.daemon = daemon
    var backoff = Self.startBackoff
    while true {
      if let connection = try await connect(to: place) {
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
    hasStartedDaemon = isOurs(connection)
    guard hasStartedDaemon else { return }
    let log = daemon.log.map { ", which logs to \($0)" } ?? ""
    report("started procond (process \(daemon.processID))\(log)")
  }
}
