internal import Glibc

/// dbus-daemon, with a signal and match rules.
struct DBus: Contender {
  let name = "dbus-daemon"
  let mostSubscribers = 100
  private static let interface = "procon.Bench"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("dbus-daemon", package: "dbus")
    let socket = directory.file("dbus.sock")
    let configuration = directory.file("dbus.conf")
    let limits = [
      "max_incoming_bytes", "max_outgoing_bytes", "max_message_size", "auth_timeout",
      "max_completed_connections", "max_incomplete_connections", "max_connections_per_user",
    ].map { "<limit name=\"\($0)\">100000000</limit>" }
    try TextFile.write(
      """
      <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
      <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
      </policy>
      \(limits.joined(separator: "\n"))
      </busconfig>

      """, to: configuration)
    return Launch(
      program: program, arguments: ["--nofork", "--config-file=\(configuration)"],
      address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let signal = DBusMessage(
      kind: .signal, path: "/bench", interface: Self.interface, member: "Changed",
      text: payload.bytes)
    let introduction = [Self.authentication, Self.call("Hello", serial: 1, nil)]
    let rule = Array("type='signal',interface='\(Self.interface)'".utf8)
    return Dialect(
      subscribing: { _ in introduction + [Self.call("AddMatch", serial: 2, rule)] },
      publishing: introduction, publication: Template(signal.bytes), deliveries: DBusFraming(),
      answers: nil)
  }

  /// After a NUL, the user's number: its decimal digits as hexadecimal bytes.
  private static var authentication: HandshakeStep {
    let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
    return HandshakeStep(request: Array("\0AUTH EXTERNAL \(user)\r\n".utf8), framing: LineFraming())
  }

  /// A call of the bus itself. The first one ends the authentication. The step ends with the
  /// answer, which may be preceded by signals of the bus.
  private static func call(_ member: String, serial: UInt32, _ text: [UInt8]?) -> HandshakeStep {
    let bus = "org.freedesktop.DBus"
    let message = DBusMessage(
      kind: .call, serial: serial, path: "/org/freedesktop/DBus", interface: bus, member: member,
      destination: bus, text: text)
    let begin = serial == 1 ? Array("BEGIN\r\n".utf8) : []
    return HandshakeStep(request: begin + message.bytes, framing: DBusFraming()) { $0[1] == 2 }
  }
}

/// D-Bus messages in little-endian order (D-Bus Specification, "Message Protocol").
struct DBusFraming: Framing {
  private static let error: UInt8 = 3
  private static let signal: UInt8 = 4
  /// The number of bytes before the array of header fields.
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

/// A client's D-Bus message with one string or without content.
struct DBusMessage {
  /// The kind of a message, its second byte.
  enum Kind: UInt8 {
    case call = 1
    case signal = 4
  }

  let kind: Kind
  /// Above 0; identifies the message in its answer.
  var serial: UInt32 = 1
  let path: String
  let interface: String
  let member: String
  /// nil for a broadcast.
  var destination: String?
  /// The string; nil without content.
  var text: [UInt8]?

  /// The encoded message.
  var bytes: [UInt8] {
    var fields: [UInt8] = []
    Self.append(&fields, code: 1, type: "o", path)
    Self.append(&fields, code: 2, type: "s", interface)
    Self.append(&fields, code: 3, type: "s", member)
    if let destination { Self.append(&fields, code: 6, type: "s", destination) }
    if text != nil {
      Self.pad(&fields)
      fields += [8, 1, UInt8(ascii: "g"), 0, 1, UInt8(ascii: "s"), 0]
    }
    let body = text.map { Self.number($0.count) + $0 + [0] } ?? []
    var bytes = [UInt8(ascii: "l"), kind.rawValue, kind == .signal ? 1 : 0, 1]
    bytes += Self.number(body.count) + Self.number(Int(serial)) + Self.number(fields.count) + fields
    Self.pad(&bytes)
    return bytes + body
  }

  /// Appends a header field: its code and a variant.
  private static func append(
    _ fields: inout [UInt8], code: UInt8, type: Unicode.Scalar, _ text: String
  ) {
    pad(&fields)
    fields += [code, 1, UInt8(ascii: type), 0]
    fields += number(text.utf8.count) + Array(text.utf8) + [0]
  }

  private static func pad(_ bytes: inout [UInt8]) {
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
  }
}
