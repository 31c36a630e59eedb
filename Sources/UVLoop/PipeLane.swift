internal import CLibuv
internal import Glibc

/// The sending side of a connection, for writing the same bytes to very many connections: using it
/// accesses no object.
///
/// Use it only while the connection is open and drained; it cannot check that.
public struct PipeLane: Sendable {
  let descriptor: Int32

  /// Sends as many bytes as the kernel accepts at once.
  ///
  /// - Returns: the number of bytes; 0 also when the connection is broken. Pass the rest to
  ///   ``PipeConnection/offer(_:sent:hold:end:)``.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
  }
}
