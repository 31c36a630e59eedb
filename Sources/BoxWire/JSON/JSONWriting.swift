extension [UInt8] {
  /// Appends `string` as JSON: quoted, with quotes, backslashes and control characters escaped.
  package mutating func appendJSON(_ string: String) {
    append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { appendEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ string: UnsafeBufferPointer<UInt8>) {
    // Combining them all uses vector instructions; searching and counting do not.
    let hasEscapes = string.reduce(0) { $0 | (needsEscape($1) ? 1 : 0) } as UInt8 != 0
    guard hasEscapes else { return append(contentsOf: string) }
    for byte in string {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0x08: append(escape: "b")
      case 0x09: append(escape: "t")
      case 0x0A: append(escape: "n")
      case 0x0C: append(escape: "f")
      case 0x0D: append(escape: "r")
      case 0..<0x20:
        append(literal: "\\u00")
        append(hexadecimal: byte >> 4)
        append(hexadecimal: byte & 0xF)
      default: append(byte)
      }
    }
  }

  /// Appends the text as it is, without escapes.
  package mutating func append(literal: StaticString) {
    append(
      contentsOf: UnsafeBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a number in decimal, with a minus sign when it is below zero.
  package mutating func append(decimal number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 { append(UInt8(ascii: "-")) }
      append(contentsOf: digits[start...])
    }
  }

  private mutating func append(escape: Unicode.Scalar) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: escape))
  }

  private mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

private func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}
