import SystemTestSupport

extension FuzzGrammar {
  /// Changes some bytes of a line. The result may be more than one line.
  mutating func damage(_ line: inout [UInt8], other: [UInt8]) {
    let place = number(0...line.count)
    let end = min(line.count, place + number(1...8))
    switch number(0...9) {
    case 0 where place < line.count: line[place] ^= 1 << UInt8(number(0...7))
    case 1 where place < line.count: line[place] = UInt8(number(0...255))
    case 2: line.removeSubrange(place..<end)
    case 3: line.insert(contentsOf: line[place..<end], at: place)
    case 4: line.insert(contentsOf: pick(pieces), at: place)
    case 5: line.insert(pick(oddBytes), at: place)
    case 6: line.removeSubrange(place...)
    case 7: line.replaceSubrange(place..., with: other.suffix(number(0...other.count)))
    case 8: line += line
    default: line.swapAt(number(0...max(0, line.count - 1)), max(0, min(place, line.count - 1)))
    }
    if line.isEmpty { line = [UInt8(ascii: " ")] }
  }

  /// A line of about the maximum length, sometimes longer.
  mutating func longLine(_ limit: Int) -> [UInt8] {
    let request = Array(#"{"id":1,"method":"ping"}"#.utf8)
    let count = limit + number(-2...(chance(2) ? 0 : 200)) - request.count
    return request + [UInt8](repeating: UInt8(ascii: " "), count: count)
  }
}

private let oddBytes: [UInt8] = [
  0x00, 0x09, 0x0A, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x3A, 0x5B, 0x5C, 0x5D,
  0x65, 0x75, 0x7B, 0x7D, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF,
]

/// Includes bytes that are not UTF-8: overlong, surrogates, too large, truncated.
private let pieces: [[UInt8]] =
  [
    [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    [0xF8, 0x88, 0x80, 0x80, 0x80], [0xEF, 0xBB, 0xBF], [0x0D, 0x0A], [0x0D, 0x0D, 0x0A],
  ]
  + [
    "\\ud800", "\\udc00", "\\ud83d\\ud83d", "\\u12", "\\x", "1.", "01", "e", "-", "//", "/**/",
    "NaN",
    "null", "{}", "[]", "\"\"", ",,", "[[[[[[[[", "]]", "{\"a\":",
  ].map { Array($0.utf8) }
