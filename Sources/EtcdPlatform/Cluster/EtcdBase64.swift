/// EtcdBase64 with padding (RFC 4648, section 4), as etcd's gateway has keys and values.
enum EtcdBase64 {
  /// Returns the text of bytes.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let size = (bytes.count + 2) / 3 * 4
    return Array(unsafeUninitializedCapacity: size) { text, count in
      let digits = alphabet.utf8Start
      bytes.withUnsafeBufferPointer { bytes in
        var (from, to) = (0, 0)
        while from < bytes.count {
          let left = bytes.count - from
          var group = Int(bytes[from]) << 16
          if left > 1 { group |= Int(bytes[from + 1]) << 8 }
          if left > 2 { group |= Int(bytes[from + 2]) }
          text[to] = digits[group >> 18]
          text[to + 1] = digits[group >> 12 & 63]
          text[to + 2] = left > 1 ? digits[group >> 6 & 63] : padding
          text[to + 3] = left > 2 ? digits[group & 63] : padding
          from += 3
          to += 4
        }
      }
      count = size
    }
  }

  /// Returns the bytes of a text; nil if it is not EtcdBase64.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var digits = text.count
    while digits > text.count - 2, digits > 0, text[digits - 1] == padding { digits -= 1 }
    // All bits that are not those of a digit.
    var faults: UInt8 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, count in
      values.withUnsafeBufferPointer { values in
        var (from, to) = (0, 0)
        while from < digits {
          var group = 0
          var index = from
          while index < from + 4 {
            let value = index < digits ? values[Int(text[index])] : 0
            faults |= value & 0xC0
            group = group << 6 | Int(value)
            index += 1
          }
          bytes[to] = UInt8(truncatingIfNeeded: group >> 16)
          bytes[to + 1] = UInt8(truncatingIfNeeded: group >> 8)
          bytes[to + 2] = UInt8(truncatingIfNeeded: group)
          from += 4
          to += 3
        }
        count = to - (text.count - digits)
      }
    }
    return faults == 0 ? bytes : nil
  }

  private static let padding = UInt8(ascii: "=")
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  /// By the character; 255 for others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in 0..<64 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
    return values
  }()
}
