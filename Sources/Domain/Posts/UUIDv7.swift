/// Identifiers that sort by the time at which they were made (RFC 9562, section 5.7).
enum UUIDv7 {
  /// 48 bits of milliseconds since 1970, 74 random ones, version and variant, such as
  /// `018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70`. Moments that 48 bits cannot hold count as the nearest
  /// one that they can.
  static func make(at now: Timestamp) -> String {
    let longest = UInt64(1) << 48 - 1
    let time = min(UInt64(max(0, now.millisecondsSince1970)), longest)
    let version = UInt64.random(in: 0x7000...0x7FFF)
    let variant = UInt64.random(in: 0x8000...0xBFFF)
    let rest = UInt64.random(in: 0...longest)
    return [(time >> 16, 8), (time & 0xFFFF, 4), (version, 4), (variant, 4), (rest, 12)]
      .map { hexadecimal($0, digits: $1) }.joined(separator: "-")
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
