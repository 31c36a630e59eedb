/// A message of D-Bus that carries one string or nothing, as a client sends it.
struct DBusMessage {
  /// Kinds of messages, as they stand in the second byte.
  enum Kind: UInt8 {
    case call = 1
    case signal = 4
  }

  let kind: Kind
  /// Above 0; an answer names it.
  var serial: UInt32 = 1
  let path: String
  let interface: String
  let member: String
  /// Who it is for; nil for whoever listens.
  var destination: String?
  /// What it carries.
  var text: [UInt8]?

  /// The bytes to send.
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
