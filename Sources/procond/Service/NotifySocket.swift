internal import Glibc
internal import UVLoop

/// Sends states to the service manager in the format of sd_notify(3), without ever waiting for it.
/// States that cannot be sent yet are queued and sent later, in order; a full queue drops the
/// oldest.
@LoopActor
final class NotifySocket {
  private let socket: DatagramSocket
  private var unsent: [(state: String, descriptor: Int32?)] = []
  private var retry: Timer?

  /// - Parameter name: a path, or a name in the abstract namespace after an `@`.
  /// - Throws: `LoopError` when the socket cannot be created or the name is invalid.
  init(_ name: String) throws(LoopError) {
    socket = try DatagramSocket(to: name)
  }

  /// Whether states are queued.
  var isBehind: Bool { !unsent.isEmpty }

  /// Maximum number of queued states: a few times what a reload and a shutdown send.
  private static let longestQueue = 16

  /// - Parameters:
  ///   - assignments: assignments that are sent together, such as `READY=1`.
  ///   - descriptor: sent with them; must remain open.
  func notify(_ assignments: String..., descriptor: Int32? = nil) {
    if unsent.count == Self.longestQueue { unsent.removeFirst() }
    unsent.append((assignments.joined(separator: "\n"), descriptor))
    if retry == nil { send() }
  }

  private func send() {
    retry = nil
    while let first = unsent.first {
      do throws(LoopError) {
        try socket.send(Array(first.state.utf8), descriptor: first.descriptor)
      } catch {
        if error.code == EAGAIN || error.code == ENOBUFS { return sendLater() }
        // No service manager listens, so there is nothing to retry.
      }
      unsent.removeFirst()
    }
  }

  private func sendLater() {
    retry = Timer(after: .milliseconds(100)) { [weak self] in self?.send() }
  }
}
