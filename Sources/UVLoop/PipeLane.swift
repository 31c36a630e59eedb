internal import CLibuv
internal import Glibc

/// The sending side of a connection, for writing the same bytes to very many connections: using it
/// touches no object.
///
/// Use it only while the connection is open and drained; it cannot check that.
public struct PipeLane: Sendable {
  let descriptor: Int32

  /// Sends as many bytes as the kernel takes at once.
  ///
  /// - Returns: how many; 0 also when the connection is broken. ``PipeConnection/offer(_:sent:end:)``
  ///   is to be given what is left.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
  }
}
