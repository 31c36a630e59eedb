internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Comes to a daemon: at the socket that was named; else at the user's own, then at the system's,
/// then by starting one.
@LoopActor
final class DaemonFinder {
  private let places: DaemonPlaces
  private let mayStart: Bool
  private var daemon: DaemonProcess?
  /// Whether the last daemon is one that this client started.
  private(set) var hasStartedDaemon = false
  /// The socket of the last daemon; nil until there was one.
  private(set) var place: String?

  /// For a daemon that was just started: 5 ms at first, 100 ms at most, 5 s together.
  private static let startBackoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(100), total: .seconds(5))

  /// - Parameter mayStart: whether a daemon may be started when no socket was named.
  init(_ places: DaemonPlaces, mayStart: Bool) {
    self.places = places
    self.mayStart = mayStart
  }

  /// Whether it may find any daemon, since the user named no socket.
  var isFree: Bool { places.own != nil }

  /// - Parameter previous: why the last connection was lost; nil when there was none. A daemon that
  ///   meant to go is waited for, as is the system's, which is for the system to start.
  func connect(after previous: Disconnection?) async throws(Failure) -> Connection {
    for place in places.paths {
      if let connection = try await connect(to: place) {
        self.place = place
        hasStartedDaemon = isOurs(connection)
        return connection
      }
    }
    // Nobody else starts one that this client has started.
    let isWaitedFor =
      (previous?.isIntended == true && !hasStartedDaemon) || self.place == SocketPlaces.system
    guard let own = places.own, mayStart, !isWaitedFor else {
      throw .unconnected(.nobodyListens(places: places.paths))
    }
    let connection = try await start(own)
    place = own
    return connection
  }

  /// nil when nobody listens there.
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
    StandardError.report("started procond (process \(daemon.processID))\(log)")
  }
}
