/// The encoding `base64url` without padding (RFC 4648, section 5), whose texts can be segments of
/// paths.
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(character(bits >> UInt32(count)))
      }
    }
    if count > 0 { text.append(character(bits << UInt32(6 - count))) }
    return text
  }

  /// Returns nil for a text that `encode(_:)` does not return.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text.utf8 {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return encode(bytes).utf8.elementsEqual(text.utf8) ? bytes : nil
  }

  private static func character(_ bits: UInt32) -> Character {
    Character(Unicode.Scalar(alphabet[Int(bits & 0x3F)]))
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
