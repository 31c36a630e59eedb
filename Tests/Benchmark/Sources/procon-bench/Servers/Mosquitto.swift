/// Mosquitto, with MQTT's quality of service 0.
struct Mosquitto: Contender {
  let name = "mosquitto"
  let mostDeliveries = 1_000_000
  private static let topic = "bench"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("mosquitto", package: "mosquitto")
    let socket = directory.file("mosquitto.sock")
    let configuration = directory.file("mosquitto.conf")
    // Without limits, so that nothing is dropped. Another user could not access the directory.
    try TextFile.write(
      """
      listener 0 \(socket)
      allow_anonymous true
      user root
      max_queued_messages 0
      max_queued_bytes 0
      max_inflight_messages 0
      log_type error

      """, to: configuration)
    return Launch(program: program, arguments: ["-c", configuration], address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let framing = MQTTFraming()
    // Level 4 of the protocol, a clean session, no keep-alive, a name chosen by the server.
    let connect = MQTTFraming.packet(
      .connect, MQTTFraming.text("MQTT") + [4, 2, 0, 0] + MQTTFraming.text(""))
    let subscribe = MQTTFraming.packet(
      .subscribe, flags: 2, [0, 1] + MQTTFraming.text(Self.topic) + [0])
    let publish = MQTTFraming.packet(.publish, MQTTFraming.text(Self.topic) + payload.bytes)
    let introduction = HandshakeStep(request: connect, framing: framing)
    return Dialect(
      subscribing: { _ in [introduction, HandshakeStep(request: subscribe, framing: framing)] },
      publishing: [introduction], publication: Template(publish), deliveries: framing, answers: nil)
  }
}

/// The part of MQTT 3.1.1 (OASIS standard, chapters 2 and 3) that publishing and subscribing with
/// quality of service 0 need.
struct MQTTFraming: Framing {
  /// The kind of a packet, the upper half of its first byte.
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

  /// The number of bytes after the length, and their position; nil when the length is incomplete.
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
