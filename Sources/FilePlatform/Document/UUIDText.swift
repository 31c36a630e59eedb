internal import Domain

/// UUIDs of version 7 (RFC 9562) that are made from a text instead of random numbers.
enum UUIDText {
  static func make(at date: Timestamp, from text: String) -> String {
    let longest = UInt64(1) << 48 - 1
    let time = min(UInt64(max(0, date.millisecondsSince1970)), longest)
    let first = Fingerprint(Array(text.utf8)).value
    let second = Fingerprint(Array("\(text)/".utf8)).value
    let groups: [(UInt64, Int)] = [
      (time >> 16, 8), (time & 0xFFFF, 4), (0x7000 | first & 0xFFF, 4),
      (0x8000 | (first >> 12) & 0x3FFF, 4), (second & longest, 12),
    ]
    return groups.map { hexadecimal($0, digits: $1) }.joined(separator: "-")
  }

  static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
