/// Walks over a JSON text and checks each byte against RFC 8259.
///
/// It builds nothing: callers keep ranges of the text. It does not recurse: open containers take
/// one bit per level, so depth costs no stack.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  let maximumDepth: Int
  var index = 0
  /// The number of bytes of white space that were passed.
  private(set) var whitespace = 0
  /// The number of arrays and objects that are open at the scanner's position.
  private(set) var depth = 0
  /// One bit per level: whether the open container is an object.
  private var objects: UInt128 = 0

  /// - Parameter maximumDepth: at most 128.
  init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int = ProtocolLimits.depth) {
    precondition(maximumDepth <= UInt128.bitWidth, "depth is kept in 128 bits")
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The next byte; nil at the end.
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  @inline(__always)
  mutating func skipWhitespace() {
    // Most text written by programs has none.
    if index < bytes.count, bytes[index] <= 0x20 { skipSomeWhitespace() }
  }

  private mutating func skipSomeWhitespace() {
    let start = index
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
    whitespace += index - start
  }

  /// Passes `byte` and the white space before it.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard comes(byte) else { throw fault() }
    index += 1
  }

  /// Passes `byte` and the white space before it, if `byte` comes next.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard comes(byte) else { return false }
    index += 1
    return true
  }

  /// Whether `byte` comes next, after white space, which is passed.
  @inline(__always)
  mutating func comes(_ byte: UInt8) -> Bool {
    skipWhitespace()
    return current == byte
  }

  /// Checks that nothing but white space follows.
  mutating func finish() throws(JSONError) {
    skipWhitespace()
    guard index == bytes.count else { throw JSONError(.trailingBytes, at: index) }
  }

  /// Passes one value of any kind and the white space before it.
  ///
  /// - Returns: the range of its text.
  mutating func value() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = index
    if current == UInt8(ascii: "\"") {
      try string()
      return start..<index
    }
    let outside = depth
    repeat {
      try beginValue()
      try endContainers(downTo: outside)
    } while depth > outside
    return start..<index
  }

  /// Passes the opening of an object or array; ``leave(_:)`` passes its end.
  mutating func enter(_ opening: UInt8) throws(JSONError) {
    try expect(opening)
    guard depth < maximumDepth else { throw JSONError(.tooDeep, at: index - 1) }
    objects = (objects << 1) | (opening == UInt8(ascii: "{") ? 1 : 0)
    depth += 1
  }

  private mutating func close() {
    index += 1
    objects >>= 1
    depth -= 1
  }

  /// Passes the end of the innermost container, if it comes next.
  mutating func leave(_ closing: UInt8) -> Bool {
    guard comes(closing) else { return false }
    close()
    return true
  }

  /// Passes a key and its colon.
  ///
  /// - Returns: the range of the key's text, quotes included.
  mutating func key() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    guard current == UInt8(ascii: "\"") else { throw fault() }
    let start = index
    try string()
    let end = index
    try expect(UInt8(ascii: ":"))
    return start..<end
  }

  /// Passes a scalar, an empty container, or the openings up to the first of either.
  private mutating func beginValue() throws(JSONError) {
    while true {
      skipWhitespace()
      guard let byte = current else { throw fault() }
      switch byte {
      case UInt8(ascii: "{"):
        try enter(byte)
        if leave(UInt8(ascii: "}")) { return }
        _ = try key()
      case UInt8(ascii: "["):
        try enter(byte)
        if leave(UInt8(ascii: "]")) { return }
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
      case UInt8(ascii: "t"): return try literal("true")
      case UInt8(ascii: "f"): return try literal("false")
      case UInt8(ascii: "n"): return try literal("null")
      default: throw fault()
      }
    }
  }

  /// After a value: passes the ends of containers, or a comma (and key) before the next value.
  private mutating func endContainers(downTo outside: Int) throws(JSONError) {
    while depth > outside {
      skipWhitespace()
      let isObject = objects & 1 == 1
      switch current {
      case UInt8(ascii: ","):
        index += 1
        if isObject { _ = try key() }
        return
      case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: close()
      default: throw fault()
      }
    }
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    let end = index + text.utf8CodeUnitCount
    guard end <= bytes.count else { throw JSONError(.invalidLiteral, at: index) }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      throw JSONError(.invalidLiteral, at: index)
    }
    index = end
  }

  private mutating func number() throws(JSONError) {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") {
      index += 1
    } else if digits() == 0 {
      throw JSONError(.invalidNumber, at: start)
    }
    if current == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw JSONError(.invalidNumber, at: start) }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw JSONError(.invalidNumber, at: start) }
    }
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }

  /// Passes a string, including both quotes. The scanner is at the first.
  private mutating func string() throws(JSONError) {
    index += 1
    while true {
      skipPlainText()
      guard let byte = current else { throw JSONError(.unexpectedEnd, at: index) }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw JSONError(.controlCharacter, at: index)
      default: try multibyteCharacter()
      }
    }
  }

  /// Passes bytes of a string that need no check: ASCII except quotes, backslashes and controls.
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    // Eight at a time: the lowest high bit set in `special` belongs to the first byte that needs a
    // check. Those above it may be borrows of the subtractions.
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let special =
        word | (word &- (ones &* 0x20)) | (quotes &- ones) | (backslashes &- ones)
      guard special & highs == 0 else {
        index += (special & highs).trailingZeroBitCount / 8
        return
      }
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return }
      index += 1
    }
  }

  private mutating func escape() throws(JSONError) {
    let start = index
    index += 1
    guard let byte = current else { throw JSONError(.unexpectedEnd, at: index) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      if UTF16.isTrailSurrogate(unit) { throw JSONError(.loneSurrogate, at: start) }
      guard UTF16.isLeadSurrogate(unit) else { return }
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      else { throw JSONError(.loneSurrogate, at: start) }
      index += 2
      guard UTF16.isTrailSurrogate(try codeUnit()) else {
        throw JSONError(.loneSurrogate, at: start)
      }
    default: throw JSONError(.invalidEscape, at: start)
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    guard index + 4 <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimalDigit(bytes[index]) else {
        throw JSONError(.invalidEscape, at: index)
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// Passes one character of two to four bytes, well-formed according to table 3-7 of the Unicode
  /// Standard.
  private mutating func multibyteCharacter() throws(JSONError) {
    let lead = bytes[index]
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw JSONError(.invalidUTF8, at: index)
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else {
      throw JSONError(.invalidUTF8, at: index)
    }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 {
      throw JSONError(.invalidUTF8, at: index)
    }
    index += length
  }

  func fault() -> JSONError {
    index < bytes.count
      ? JSONError(.unexpectedByte, at: index) : JSONError(.unexpectedEnd, at: index)
  }
}
