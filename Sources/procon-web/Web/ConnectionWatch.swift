internal import Glibc
internal import UVLoop

/// The connections of a server: how many each network has, and until when each has to send a request.
@LoopActor
final class ConnectionWatch {
  private struct Watched {
    let socket: Int32
    let network: String
    /// When it is closed unless its request has arrived; nil while one is being answered.
    var deadline: MonotonicTime?
  }

  private var connections: [OpaquePointer: Watched] = [:]
  private var counts: [String: Int] = [:]
  private var timer: Timer?
  private let limitsNetworks: Bool

  init(limitsNetworks: Bool) {
    self.limitsNetworks = limitsNetworks
  }

  /// - Parameters:
  ///   - socket: of the connection. It is closed if the network has too many.
  ///   - network: from which it comes.
  func opened(_ connection: OpaquePointer, socket: Int32, network: String) {
    connections[connection] = Watched(socket: socket, network: network)
    counts[network, default: 0] += 1
    if limitsNetworks, count(from: network) > WebLimits.mostOfNetwork {
      shutdown(socket, Int32(SHUT_RDWR))
    }
    awaitRequest(on: connection, within: WebLimits.headTime)
  }

  func closed(_ connection: OpaquePointer) {
    guard let watched = connections.removeValue(forKey: connection) else { return }
    counts[watched.network, default: 1] -= 1
    if counts[watched.network] == 0 { counts[watched.network] = nil }
  }

  /// How many connections there are from a network.
  func count(from network: String) -> Int { counts[network] ?? 0 }

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
