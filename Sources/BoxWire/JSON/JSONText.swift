/// A JSON value as its text: valid by RFC 8259, without insignificant white space.
///
/// Every digit, every escape and the order of members are kept as written. Two values are equal
/// when their texts are.
public struct JSONText: Hashable, Sendable {
  /// The text in UTF-8; never empty, never with a raw LF.
  public let bytes: [UInt8]

  /// Reads a text.
  ///
  /// - Parameter depth: maximum nesting, at most 128.
  /// - Throws: `JSONError` for anything that RFC 8259 does not allow.
  public init(
    parsing bytes: some Sequence<UInt8>, depth: Int = ProtocolLimits.depth
  ) throws(JSONError) {
    let bytes = Array(bytes)
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in
        var scanner = JSONScanner(buffer, maximumDepth: depth)
        let text = try scanner.text()
        try scanner.finish()
        return text
      }
    }
    self = try result.get()
  }

  /// - Precondition: `bytes` is one valid, compact JSON text.
  package init(valid bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Precondition: `bytes` is one valid JSON text; white space outside strings is removed.
  init(compacting bytes: UnsafeRawBufferPointer) {
    self.bytes = Array(unsafeUninitializedCapacity: bytes.count) { buffer, count in
      var isInString = false
      var isEscaped = false
      for byte in bytes {
        if isInString {
          isInString = isEscaped || byte != UInt8(ascii: "\"")
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
          switch byte {
          case 0x20, 0x09, 0x0A, 0x0D: continue
          case UInt8(ascii: "\""): isInString = true
          default: break
          }
        }
        buffer[count] = byte
        count += 1
      }
    }
  }

  /// A string: quoted, with quotes, backslashes and control characters escaped.
  public init(_ string: String) {
    var bytes: [UInt8] = []
    bytes.appendJSON(string)
    self.bytes = bytes
  }

  public init(_ integer: Int) {
    bytes = Array(String(integer).utf8)
  }

  /// A time in whole milliseconds, rounded towards zero; limited to the largest number.
  package init(milliseconds time: Duration) {
    self.init(
      Int(exactly: (time / .milliseconds(1)).rounded(.towardZero)) ?? (time < .zero ? .min : .max))
  }

  /// Writes whole numbers that every reader handles exactly without a fraction.
  ///
  /// - Precondition: it is finite.
  public init(_ number: Double) {
    precondition(number.isFinite, "JSON has no \(number)")
    if abs(number) < 0x1p53, let integer = Int(exactly: number) {
      self.init(integer)
    } else {
      self.init(valid: Array(number.description.utf8))
    }
  }

  public init(_ boolean: Bool) {
    bytes = Array((boolean ? "true" : "false").utf8)
  }

  /// - Parameter members: name and value, in order; names should differ.
  public init(members: [(name: String, value: JSONText)]) {
    var bytes = [UInt8(ascii: "{")]
    for (name, value) in members {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(name)
      bytes.append(UInt8(ascii: ":"))
      bytes += value.bytes
    }
    bytes.append(UInt8(ascii: "}"))
    self.bytes = bytes
  }

  /// An object of these members; those without a value are left out.
  package init(_ members: [(name: String, value: JSONText?)]) {
    self.init(members: members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// - Parameter elements: in order.
  public init(elements: [JSONText]) {
    var bytes = [UInt8(ascii: "[")]
    for element in elements {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += element.bytes
    }
    bytes.append(UInt8(ascii: "]"))
    self.bytes = bytes
  }

  public static let null = JSONText(valid: Array("null".utf8))
}

extension JSONText: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText {
  /// Reads an object into the texts of its members, each of which is copied once.
  ///
  /// - Parameter depth: maximum nesting, at most 128.
  /// - Returns: names and values in order, including repeated names.
  /// - Throws: `JSONError` for anything that is not an object by RFC 8259.
  package static func members(
    parsing bytes: UnsafeRawBufferPointer, depth: Int = ProtocolLimits.depth
  ) throws(JSONError) -> [(name: String, value: JSONText)] {
    var scanner = JSONScanner(bytes, maximumDepth: depth)
    var members: [(name: String, value: JSONText)] = []
    try scanner.members { name, scanner throws(JSONError) in
      members.append((name, try scanner.text()))
    }
    try scanner.finish()
    return members
  }
}
