import BoxWire
import UVLoop

@testable import BoxServer

/// A connection in memory that has been greeted, of a daemon with a house.
@LoopActor
final class ConnectionFixture: ConnectionHost {
  let registry = Registry(server: "test 1")
  let transport = MemoryTransport()
  let house = House(rooms: ["bath"])
  /// What the client may do.
  var rights: Rights? {
    didSet { connection?.updateRights() }
  }
  let clientTimeout: Duration? = nil
  let spare = SpareBuffer()
  private(set) var connection: ClientConnection?
  var memoryGuard: MemoryGuard?
  private var toFlush: [ClientConnection] = []

  init() {
    house.publish(registry)
    registry.rights = { [unowned self] _, _ in rights }
    connection = ClientConnection(transport, registry: registry, host: self)
    flush()
    transport.lines = []
  }

  func willFlush(_ connection: ClientConnection) { toFlush.append(connection) }
  func moved(_ connection: ClientConnection, from user: Turns.User) {}
  func end(_ connection: ClientConnection) { self.connection = nil }
  func holdsMore(_ connection: ClientConnection) { memoryGuard?.stallIfOver(connection) }

  /// - Parameter spent: nanoseconds that other connections used in this pass.
  func flush(spent: Int = 0) {
    registry.turns.run()
    registry.turns.charge(nanoseconds: spent)
    registry.log.endTurn()
    let connections = toFlush
    toFlush = []
    for connection in connections { connection.flush() }
    registry.delivery.flush()
  }

  /// Sends a line from the client.
  ///
  /// - Returns: the lines that the client receives.
  func send(_ line: String) -> [JSONText] {
    transport.receive(line)
    return flushed()
  }

  /// Sends what is pending.
  func flushed() -> [JSONText] {
    flush()
    flush()
    defer { transport.lines = [] }
    return transport.lines
  }
}
