internal import Glibc
internal import Synchronization

/// A blocking Unix stream socket that does not use the loop: the peer of what is tested.
///
/// A call that waits longer than 30 seconds fails with EAGAIN.
package final class RawSocket: Sendable {
  package let descriptor: Int32
  private let isOpen = Atomic(true)

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    var time = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// - Throws: `SystemError` if no process listens at `path`.
  package static func connect(to path: String) throws -> RawSocket {
    let connected = RawSocket(descriptor: socket(AF_UNIX, stream, 0))
    try connected.connect(to: path)
    return connected
  }

  /// A connected pair. The second socket is for the loop and does not block.
  package static func pair() -> (RawSocket, loopEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, stream, 0, &ends) == 0, "cannot create a socket pair")
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (RawSocket(descriptor: ends[0]), ends[1])
  }

  /// A socket that is not connected yet.
  package static func unconnected() -> RawSocket {
    RawSocket(descriptor: socket(AF_UNIX, stream, 0))
  }

  deinit {
    close()
  }

  package func close() {
    if isOpen.exchange(false, ordering: .relaxed) { Glibc.close(descriptor) }
  }

  package func connect(to path: String) throws {
    try SystemTestSupport.connect(descriptor, to: path)
  }

  package func send(_ bytes: [UInt8], flags: Int32 = 0) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, flags | Int32(MSG_NOSIGNAL))
      }
      // With a timeout, the kernel does not restart a call that a signal interrupts.
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemError("send", errno) }
      sent += count
    }
  }

  /// - Returns: 1 to `limit` bytes; none at the end of the stream.
  package func receive(upTo limit: Int = 65536) throws -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var received = -1
      repeat {
        received = recv(descriptor, buffer.baseAddress, limit, 0)
        code = received < 0 ? errno : 0
      } while code == EINTR
      count = max(0, received)
    }
    guard code == 0 else { throw SystemError("receive", code) }
    return bytes
  }

  /// - Returns: `count` bytes; fewer if the stream ends first.
  package func receive(exactly count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let next = try receive(upTo: min(65536, count - bytes.count))
      if next.isEmpty { break }
      bytes += next
    }
    return bytes
  }

  package func receiveAll() throws -> [UInt8] {
    try receive(exactly: .max)
  }

  /// Ends both directions at once. Closing is slower while the process starts another one, which
  /// has copies of all descriptors until it runs its own program.
  package func endBoth() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  package func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Not inherited by child processes: a copy there would keep the connection open.
  private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
}
