/// Reads the messages of one connection.
struct MessageReader {
  let descriptor: Int32
  /// The beginning of an incomplete message.
  private var rest: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads once, and passes on each complete message.
  mutating func read(
    _ framing: any Framing, _ buffer: ReadBuffer,
    _ receive: (Frame, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var space = buffer.bytes
    if !rest.isEmpty {
      guard rest.count < space.count else { throw .malformed("a message without an end") }
      space.copyBytes(from: rest)
      space = UnsafeMutableRawBufferPointer(rebasing: space[rest.count...])
    }
    let count = try Descriptor.receive(descriptor, into: space)
    guard count > 0 else { return }
    let all = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<(rest.count + count)])
    var used = 0
    while used < all.count, case let bytes = all.dropping(used),
      let frame = try framing.first(in: bytes)
    {
      try receive(frame, bytes)
      used += frame.length
    }
    if used < all.count || !rest.isEmpty { rest = Array(all.dropping(used)) }
  }
}

/// The buffer into which all connections read, one after the other.
final class ReadBuffer {
  /// The default size of a socket's buffer, in bytes.
  private static let size = 256 << 10

  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

  deinit {
    bytes.deallocate()
  }
}
