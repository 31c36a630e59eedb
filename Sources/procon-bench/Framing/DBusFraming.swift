/// Messages of D-Bus in little-endian order (D-Bus Specification, "Message Protocol").
struct DBusFraming: Framing {
  private static let error: UInt8 = 3
  private static let signal: UInt8 = 4
  /// Bytes before the array of header fields.
  private static let fixed = 16

  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard bytes.count >= Self.fixed else { return nil }
    guard bytes[0] == UInt8(ascii: "l") else { throw .malformed(bytes.excerpt) }
    let bodySize = Self.number(in: bytes, at: 4)
    let body = (Self.fixed + Self.number(in: bytes, at: 12) + 7) & ~7
    let length = body + bodySize
    guard length <= bytes.count else { return nil }
    if bytes[1] == Self.error {
      throw .refused(String(decoding: bytes[body..<length].dropFirst(4).dropLast(), as: UTF8.self))
    }
    guard bytes[1] == Self.signal, bodySize > 4 else { return Frame(length: length) }
    let size = Self.number(in: bytes, at: body)
    guard size < bodySize - 4 else { throw .malformed(bytes.excerpt) }
    return Frame(length: length, value: body + 4..<body + 4 + size)
  }

  private static func number(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int {
    Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }
}
