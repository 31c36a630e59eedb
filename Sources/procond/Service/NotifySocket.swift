internal import Glibc
internal import UVLoop

/// Where a service manager is told states, in the format of sd_notify(3). What it cannot take now is
/// told later, in order, of much the newest: nothing waits for it.
@LoopActor
final class NotifySocket {
  private let socket: DatagramSocket
  private var unsent: [String] = []
  private var retry: Timer?

  /// - Parameter name: a path, or a name in the abstract namespace behind an `@`.
  /// - Throws: `LoopError` when nothing can be sent there.
  init(_ name: String) throws(LoopError) {
    socket = try DatagramSocket(to: name)
  }

  /// Whether something is still to be told.
  var isBehind: Bool { !unsent.isEmpty }

  /// How much may wait: what a reload and an end have to tell, a few times over.
  private static let longestQueue = 16

  /// - Parameter assignments: such as `READY=1`; told together.
  func tell(_ assignments: String...) {
    if unsent.count == Self.longestQueue { unsent.removeFirst() }
    unsent.append(assignments.joined(separator: "\n"))
    if retry == nil { send() }
  }

  private func send() {
    retry = nil
    while let first = unsent.first {
      do throws(LoopError) {
        try socket.send(Array(first.utf8))
      } catch {
        if error.code == EAGAIN || error.code == ENOBUFS { return sendLater() }
        // There is nobody to tell.
      }
      unsent.removeFirst()
    }
  }

  private func sendLater() {
    retry = Timer(after: .milliseconds(100)) { [weak self] in self?.send() }
  }
}
