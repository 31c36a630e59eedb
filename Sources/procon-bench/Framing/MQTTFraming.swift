/// MQTT 3.1.1 (OASIS standard, chapters 2 and 3): as much of it as publishing and subscribing with
/// quality of service 0 need.
struct MQTTFraming: Framing {
  /// Kinds of packets, as they stand in the upper half of the first byte.
  enum Kind: UInt8 {
    case connect = 1
    case connected = 2
    case publish = 3
    case subscribe = 8
    case subscribed = 9
  }

  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let (size, start) = try Self.remainingLength(in: bytes), start + size <= bytes.count
    else { return nil }
    let end = start + size
    switch Kind(rawValue: bytes[0] >> 4) {
    case .publish:
      guard size >= 2, case let topic = Int(bytes[start]) << 8 | Int(bytes[start + 1]),
        start + 2 + topic <= end
      else { throw .malformed(bytes.excerpt) }
      return Frame(length: end, value: start + 2 + topic..<end)
    case .connected:
      guard size == 2, bytes[start + 1] == 0 else { throw .refused("CONNACK with an error") }
    case .subscribed:
      guard bytes[end - 1] < 0x80 else { throw .refused("SUBACK with an error") }
    case .connect, .subscribe, nil: throw .malformed(bytes.excerpt)
    }
    return Frame(length: end)
  }

  /// How many bytes follow the length itself, and where; nil when that is not there yet.
  private static func remainingLength(
    in bytes: UnsafeRawBufferPointer
  ) throws(Failure) -> (Int, start: Int)? {
    var value = 0
    for index in 1...4 {
      guard index < bytes.count else { return nil }
      value |= Int(bytes[index] & 0x7F) << (7 * (index - 1))
      if bytes[index] & 0x80 == 0 { return (value, index + 1) }
    }
    throw .malformed(bytes.excerpt)
  }

  /// A packet.
  ///
  /// - Parameter flags: the lower half of the first byte.
  static func packet(_ kind: Kind, flags: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
    var bytes = [kind.rawValue << 4 | flags]
    var rest = content.count
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes + content
  }

  /// A text, after its length in two bytes.
  static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
  }
}
