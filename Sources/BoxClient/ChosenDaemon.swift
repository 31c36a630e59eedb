internal import BoxWire
package import UVLoop

/// The daemon that a program uses: its socket and, once it has greeted, its identity. All
/// connections are made through it, so that none leads to another daemon.
@LoopActor
package final class ChosenDaemon {
  package nonisolated let place: DaemonPlace
  /// nil until it has announced one.
  private var identity: String?

  package nonisolated init(_ place: DaemonPlace) {
    self.place = place
  }

  /// Connects, and waits for the greeting. The connection may already be lost when this returns.
  ///
  /// - Returns: nil when no process listens there.
  /// - Throws: ``ConnectError/otherDaemon(place:)`` when it is not the daemon of earlier connections.
  package func open() async throws(ConnectError) -> Connection? {
    try place.check()
    guard let connection = try await Connection.open(place.path) else { return nil }
    if let hello = connection.hello {
      guard identity == nil || identity == hello.identity else {
        connection.close()
        throw .otherDaemon(place: place.path)
      }
      identity = hello.identity
    }
    return connection
  }

  /// Connects, and waits for the greeting.
  func connect() async throws(ConnectError) -> Connection {
    guard let connection = try await open() else { throw .nobodyListens(place: place.path) }
    if let disconnection = connection.disconnection { throw .lost(disconnection) }
    return connection
  }
}
