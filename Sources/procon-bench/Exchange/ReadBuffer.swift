/// What all connections read into, one after the other.
final class ReadBuffer {
  /// In bytes: as much as a socket holds by default.
  private static let size = 256 << 10

  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

  deinit {
    bytes.deallocate()
  }
}
