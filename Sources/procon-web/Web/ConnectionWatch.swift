internal import Glibc
internal import UVLoop

/// The connections of a server: how many each address has, and until when each has to send a request.
@LoopActor
final class ConnectionWatch {
  private struct Watched {
    let socket: Int32
    let address: String
    /// When it is closed unless its request has arrived; nil while one is being answered.
    var deadline: MonotonicTime?
  }

  private var connections: [OpaquePointer: Watched] = [:]
  private var counts: [String: Int] = [:]
  private var timer: Timer?

  /// - Parameter socket: of the connection.
  func opened(_ connection: OpaquePointer, socket: Int32, address: String) {
    connections[connection] = Watched(socket: socket, address: address)
    counts[address, default: 0] += 1
    awaitRequest(on: connection, within: WebLimits.headTime)
  }

  func closed(_ connection: OpaquePointer) {
    guard let watched = connections.removeValue(forKey: connection) else { return }
    counts[watched.address, default: 1] -= 1
    if counts[watched.address] == 0 { counts[watched.address] = nil }
  }

  /// How many connections there are from an address.
  func count(from address: String) -> Int { counts[address] ?? 0 }

  /// Closes a connection unless what it sends next has arrived in time.
  func awaitRequest(on connection: OpaquePointer, within time: Duration) {
    connections[connection]?.deadline = .now + time
    if timer == nil { wait() }
  }

  /// A request has arrived as a whole.
  func received(on connection: OpaquePointer) {
    connections[connection]?.deadline = nil
  }

  private func wait() {
    timer = Timer(after: Self.interval) { [weak self] in self?.closeLate() }
  }

  /// How long after its deadline a connection may be closed.
  private static let interval = Duration.seconds(5)

  private func closeLate() {
    timer = nil
    let now = MonotonicTime.now
    let deadlines = connections.values.compactMap { watched in
      watched.deadline.map { (watched.socket, $0) }
    }
    for (socket, deadline) in deadlines where deadline <= now {
      // The server sees the end of the connection, and releases it.
      shutdown(socket, Int32(SHUT_RDWR))
    }
    if !deadlines.isEmpty { wait() }
  }
}
