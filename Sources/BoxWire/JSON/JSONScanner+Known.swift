internal import Glibc

/// Texts that were checked before.
extension JSONScanner {
  /// Passes one value of a text that is known to be valid, without white space. Most of it is not
  /// looked at again.
  ///
  /// - Returns: the range of its text.
  mutating func knownValue() throws(JSONError) -> Range<Int> {
    let start = index
    var open = 0
    repeat {
      switch current {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""):
        index = endOfKnownString()
        continue
      case nil: throw fault()
      default:
        guard open > 0 else { return try value() }
      }
      index += 1
    } while open > 0
    return start..<index
  }

  /// - Returns: the offset after the closing quote. The scanner is at the opening one.
  private func endOfKnownString() -> Int {
    var end = index + 1
    while let base = bytes.baseAddress, let found = memchr(base + end, 0x22, bytes.count - end) {
      let quote = UnsafeRawPointer(found) - base
      // A quote after an odd number of backslashes is escaped. The opening quote is before them.
      var backslashes = quote
      while bytes[backslashes - 1] == UInt8(ascii: "\\") { backslashes -= 1 }
      end = quote + 1
      if (quote - backslashes).isMultiple(of: 2) { return end }
    }
    return bytes.count
  }
}
