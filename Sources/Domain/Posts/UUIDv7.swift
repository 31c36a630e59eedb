/// Identifiers that sort by time of creation (RFC 9562, section 5.7).
public enum UUIDv7 {
  /// 48 bits of milliseconds since 1970, version and variant, and 74 random bits, such as
  /// `018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70`. Times outside 48 bits become the nearest representable
  /// one.
  static func make(at now: Timestamp) -> String {
    make(at: now, from: (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)))
  }

  /// Makes one from numbers instead of random bits.
  public static func make(at now: Timestamp, from numbers: (UInt64, UInt64)) -> String {
    let longest = UInt64(1) << 48 - 1
    let time = min(UInt64(max(0, now.millisecondsSince1970)), longest)
    let groups: [(UInt64, Int)] = [
      (time >> 16, 8), (time & 0xFFFF, 4), (0x7000 | numbers.0 & 0xFFF, 4),
      (0x8000 | numbers.0 >> 12 & 0x3FFF, 4), (numbers.1 & longest, 12),
    ]
    return groups.map { hexadecimal($0, digits: $1) }.joined(separator: "-")
  }

  /// Returns when an identifier was made; nil for other texts.
  public static func date(of identifier: String) -> Timestamp? {
    let groups = identifier.split(separator: "-", omittingEmptySubsequences: false)
    guard identifier.utf8.count == 36, groups.count == 5, groups[2].hasPrefix("7"),
      let time = Int64(groups[0] + groups[1], radix: 16)
    else { return nil }
    return Timestamp(millisecondsSince1970: time)
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
