internal import Glibc
internal import UVLoop

/// Sends states to the service manager in the format of sd_notify(3), without ever waiting for it.
/// States that cannot be sent yet are queued and sent later, in order; a full queue drops the
/// oldest.
@LoopActor
final class NotifySocket {
  private let socket: DatagramSocket
  private var unsent: [State] = []
  private var retry: Timer?
  private var barrier: Barrier?

  private struct State {
    let text: String
    let descriptor: Int32?
    let sent: @LoopActor () -> Void
  }

  private struct Barrier {
    let poll: Poll?
    let deadline: Timer
  }

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
  ///   - sent: called once they are sent; not if nobody receives them.
  func notify(
    _ assignments: String..., descriptor: Int32? = nil, sent: @escaping @LoopActor () -> Void = {}
  ) {
    if unsent.count == Self.longestQueue { unsent.removeFirst() }
    unsent.append(
      State(text: assignments.joined(separator: "\n"), descriptor: descriptor, sent: sent))
    if retry == nil { send() }
  }

  /// Waits until the manager has received all states so far, as sd_notify_barrier(3) does.
  ///
  /// - Returns: false if that takes too long, or nobody receives them.
  func waitUntilReceived(within limit: Duration) async -> Bool {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return false }
    let (reader, writer) = (ends[0], ends[1])
    var isReceived = false
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      let end = { @LoopActor in
        waiting?.resume()
        waiting = nil
      }
      barrier = Barrier(
        // It hangs up once the manager has closed the only other copy of the writer.
        poll: try? Poll(reader) { _ in
          isReceived = true
          end()
        }, deadline: Timer(after: limit) { end() })
      notify("BARRIER=1", descriptor: writer, sent: { close(writer) })
    }
    barrier = nil
    close(reader)
    return isReceived
  }

  private func send() {
    retry = nil
    while let first = unsent.first {
      do throws(LoopError) {
        try socket.send(Array(first.text.utf8), descriptor: first.descriptor)
        first.sent()
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
