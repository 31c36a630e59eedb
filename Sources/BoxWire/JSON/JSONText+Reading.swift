internal import Glibc

extension JSONText {
  /// Whether it is `null`.
  public var isNull: Bool { bytes.first == UInt8(ascii: "n") }

  /// The Boolean; nil unless it is `true` or `false`.
  public var boolean: Bool? {
    switch bytes.first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The integer; nil unless it is a whole number that an `Int` can hold; `2.0` and `2e0` are
  /// whole.
  public var integer: Int? {
    guard isNumber else { return nil }
    return Int(description) ?? wholeNumber(bytes)
  }

  /// The nearest `Double`; nil unless it is a number that is not too large.
  public var double: Double? {
    guard isNumber, let number = Double(description), number.isFinite else { return nil }
    return number
  }

  /// The string; nil unless it is a string.
  public var string: String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    return bytes.withUnsafeBytes { decodeString($0) }
  }

  /// Its elements in order; nil unless it is an array.
  public var elements: [JSONText]? {
    guard bytes.first == UInt8(ascii: "[") else { return nil }
    return read { scanner throws(JSONError) in
      var elements: [JSONText] = []
      try scanner.elements { scanner throws(JSONError) in
        elements.append(text(try scanner.knownValue()))
      }
      return elements
    }
  }

  /// Its members in order, only the last of equal names; nil unless it is an object.
  public var members: [(name: String, value: JSONText)]? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    return read { scanner throws(JSONError) in
      try members(&scanner) { _, scanner throws(JSONError) in text(try scanner.knownValue()) }
    }
  }

  /// Its members, and separately those of the member `name`, so that the text is read once.
  ///
  /// - Returns: nil unless it is an object. If the member is an object, it is not in `outer`; if not,
  ///   `inner` is nil.
  func members(
    opening name: String
  ) -> (outer: [(name: String, value: JSONText)], inner: [(name: String, value: JSONText)]?)? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    return read { scanner throws(JSONError) in
      var inner: [(name: String, value: JSONText)]?
      let outer = try members(&scanner) { member, scanner throws(JSONError) -> JSONText? in
        guard member.hasSameBytes(as: name) else { return text(try scanner.knownValue()) }
        inner = nil
        guard scanner.comes(UInt8(ascii: "{")) else { return text(try scanner.knownValue()) }
        inner = try members(&scanner) { _, scanner throws(JSONError) in
          text(try scanner.knownValue())
        }
        return nil
      }
      return (outer, inner)
    }
  }

  /// - Parameter read: passes a member's value and returns it; nil to leave the member out.
  private func members(
    _ scanner: inout JSONScanner,
    _ read: (String, inout JSONScanner) throws(JSONError) -> JSONText?
  ) throws(JSONError) -> [(name: String, value: JSONText)] {
    var members: [(name: String, value: JSONText)] = []
    // By bytes: strings that differ only in normalization are different names.
    var positions: [[UInt8]: Int] = [:]
    try scanner.members { name, scanner throws(JSONError) in
      guard let value = try read(name, &scanner) else { return }
      let key = Array(name.utf8)
      if let position = positions[key] {
        members[position].value = value
      } else {
        positions[key] = members.count
        members.append((name, value))
      }
    }
    return members
  }

  /// The value of the last member with this name; nil when there is none, or it is not an object.
  public subscript(name: String) -> JSONText? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    return read { scanner throws(JSONError) in
      var found: Range<Int>?
      try scanner.members { member, scanner throws(JSONError) in
        let range = try scanner.knownValue()
        if member.hasSameBytes(as: name) { found = range }
      }
      return found.map(text)
    } ?? nil
  }

  /// Whether it is a number of any size.
  public var isNumber: Bool {
    guard let first = bytes.first else { return false }
    return first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }

  private func text(_ range: Range<Int>) -> JSONText {
    JSONText(valid: Array(bytes[range]))
  }

  private func read<Result>(
    _ body: (inout JSONScanner) throws(JSONError) -> Result
  ) -> Result? {
    bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer, maximumDepth: UInt128.bitWidth)
      // The text is valid, so this does not throw.
      return try? body(&scanner)
    }
  }
}

extension JSONScanner {
  /// Passes one value and returns its text, without insignificant white space.
  mutating func text() throws(JSONError) -> JSONText {
    skipWhitespace()
    let before = whitespace
    let range = try value()
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    return whitespace == before ? JSONText(valid: Array(text)) : JSONText(compacting: text)
  }

  /// Passes an object and calls `member` with each member's name, with the scanner before the
  /// value; `member` must pass the value.
  mutating func members(
    _ member: (String, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(UInt8(ascii: "{"))
    if leave(UInt8(ascii: "}")) { return }
    repeat {
      let range = try key()
      try member(decodeString(UnsafeRawBufferPointer(rebasing: bytes[range])), &self)
    } while skip(UInt8(ascii: ","))
    guard leave(UInt8(ascii: "}")) else { throw fault() }
  }

  /// Passes an array and calls `element` for each element, with the scanner before it; `element`
  /// must pass it.
  mutating func elements(
    _ element: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(UInt8(ascii: "["))
    if leave(UInt8(ascii: "]")) { return }
    repeat {
      try element(&self)
    } while skip(UInt8(ascii: ","))
    guard leave(UInt8(ascii: "]")) else { throw fault() }
  }
}

extension String {
  /// Whether both consist of the same scalars. `==` is also true for other spellings of the same
  /// characters, which are different names in JSON.
  func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

/// Decodes a valid JSON string, quotes included.
func decodeString(_ text: UnsafeRawBufferPointer) -> String {
  let content = UnsafeRawBufferPointer(rebasing: text[1..<(text.count - 1)])
  guard let base = content.baseAddress, memchr(base, 0x5C, content.count) != nil else {
    return String(decoding: content, as: UTF8.self)
  }
  var units: [UInt8] = []
  units.reserveCapacity(content.count)
  var index = content.startIndex
  func codeUnit() -> UInt16 {
    let digits = content[(index + 2)..<(index + 6)]
    index += 6
    return digits.reduce(0) { $0 << 4 | UInt16(hexadecimalDigit($1) ?? 0) }
  }
  while index < content.endIndex {
    guard content[index] == UInt8(ascii: "\\") else {
      units.append(content[index])
      index += 1
      continue
    }
    let escaped = content[index + 1]
    guard escaped == UInt8(ascii: "u") else {
      units.append(unescaped(escaped))
      index += 2
      continue
    }
    let unit = codeUnit()
    var scalar = UInt32(unit)
    if UTF16.isLeadSurrogate(unit) {
      scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(codeUnit() & 0x3FF))
    }
    if let scalar = Unicode.Scalar(scalar) { units.append(contentsOf: UTF8.encode(scalar)!) }
  }
  return String(decoding: units, as: UTF8.self)
}

private func unescaped(_ byte: UInt8) -> UInt8 {
  switch byte {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: byte
  }
}
