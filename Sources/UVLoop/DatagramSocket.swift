internal import CLibuv
internal import Glibc

/// Sends datagrams to one Unix address without ever waiting.
@LoopActor
package final class DatagramSocket {
  private let address: UnixAddress
  private let descriptor: Int32

  /// - Parameter name: the destination: a path, or a name in the abstract namespace after an `@`.
  /// - Throws: `LoopError` for a name that is empty or too long, and when descriptors have run out.
  package init(to name: String) throws(LoopError) {
    address = try UnixAddress(name: name)
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw LoopError(operation: "socket", code: errno) }
  }

  isolated deinit {
    close(descriptor)
  }

  /// - Parameter descriptor: sent with them (SCM_RIGHTS in unix(7)).
  /// - Throws: `LoopError`: EAGAIN when the receiver's queue is full, ECONNREFUSED or ENOENT when
  ///   there is no receiver.
  package func send(_ bytes: [UInt8], descriptor passed: Int32? = nil) throws(LoopError) {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    var bytes = bytes
    let count = address.withPointer { pointer, size in
      guard let passed else {
        return sendto(descriptor, bytes, bytes.count, flags, pointer, size)
      }
      var control = ControlMessage(passed)
      return bytes.withUnsafeMutableBytes { bytes in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          withUnsafeMutableBytes(of: &control) { control in
            var message = msghdr()
            message.msg_name = UnsafeMutableRawPointer(mutating: pointer)
            message.msg_namelen = size
            message.msg_iov = vector
            message.msg_iovlen = 1
            message.msg_control = control.baseAddress
            message.msg_controllen = control.count
            return sendmsg(descriptor, &message, flags)
          }
        }
      }
    }
    guard count >= 0 else { throw LoopError(operation: "send", code: errno) }
  }
}

/// A control message with one descriptor, as cmsg(3) lays it out; Swift does not have its macros.
private struct ControlMessage {
  private var header: cmsghdr
  private var descriptor: Int32
  /// Up to CMSG_SPACE.
  private var padding: Int32 = 0

  init(_ descriptor: Int32) {
    header = cmsghdr()
    header.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = Int32(SCM_RIGHTS)
    self.descriptor = descriptor
  }
}
