internal import Glibc

/// What is done with descriptors of sockets that do not block.
enum Descriptor {
  static func close(_ descriptor: Int32) {
    Glibc.close(descriptor)
  }

  /// - Returns: how many bytes the kernel took; 0 when it takes none now.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
    let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if count >= 0 { return count }
    switch errno {
    case EAGAIN, EINTR: return 0
    case EPIPE, ECONNRESET: throw .closed
    default: throw .system("send")
    }
  }

  /// - Returns: how many bytes came; 0 when none wait.
  static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return count }
    guard count < 0 else { throw .closed }
    switch errno {
    case EAGAIN, EINTR: return 0
    case ECONNRESET: throw .closed
    default: throw .system("recv")
    }
  }
}
