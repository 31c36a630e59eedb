internal import CLibuv
internal import Glibc
internal import OperatingSystem

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
    let count = address.withPointer { pointer, size in
      DescriptorMessage.send(
        bytes, passed.map { [$0] } ?? [], through: descriptor, to: (pointer, size))
    }
    guard count >= 0 else { throw LoopError(operation: "send", code: errno) }
  }
}
