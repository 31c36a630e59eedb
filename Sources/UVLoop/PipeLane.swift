internal import CLibuv
internal import Glibc

/// The sending side of a connection, for who writes the same bytes to very many: using it touches no
/// object.
///
/// It is to be used only as long as the connection is open and drained; it does not know.
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
