/// Divides what a terminal sends into characters in UTF-8 and escape sequences, wherever it was divided
/// on its way.
///
/// The sequences are xterm's (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
package struct InputUnits {
  /// The beginning of a unit.
  private var pending: [UInt8] = []

  package init() {}

  /// Whether an escape character has arrived that may be the key Escape, or begin a sequence.
  package var hasEscape: Bool { pending == [Self.escape] }

  /// Whether the rest of an escape sequence has not arrived.
  package var hasSequence: Bool { pending.first == Self.escape }

  /// Returns the units that are complete now. Bytes that are not UTF-8 are left out.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [ArraySlice<UInt8>] {
    pending += bytes
    return divide(isEnd: false)
  }

  /// Returns the rest, if nothing follows it: an escape character by itself, and what is after it.
  package mutating func flush() -> [ArraySlice<UInt8>] { divide(isEnd: true) }

  private mutating func divide(isEnd: Bool) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var rest = pending[...]
    while let first = rest.first, let length = Self.length(rest) ?? (isEnd ? 1 : nil) {
      let unit = rest.prefix(length)
      rest = rest.dropFirst(length)
      if first < 0x80 || String(validating: unit, as: UTF8.self) != nil { units.append(unit) }
    }
    pending = Array(rest)
    return units
  }

  private static let escape: UInt8 = 0x1B

  /// The length of the first unit; nil if it is incomplete.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    let others = bytes.dropFirst()
    guard first == escape else {
      let needed = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
      let found = others.prefix(needed).prefix { $0 & 0xC0 == 0x80 }.count
      return found == needed ? needed + 1 : found < others.count ? 1 : nil
    }
    guard let second = others.first else { return nil }
    switch second {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
    case 0x20..<0x7F: return 2
    // The key Escape, then another one.
    default: return 1
    }
  }

  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    let parameters = bytes.dropFirst(2).prefix { (0x20...0x3F).contains($0) }.count
    guard let last = bytes.dropFirst(2 + parameters).first else { return nil }
    // A control character interrupts the sequence.
    guard (0x40...0x7E).contains(last) else { return 2 + parameters }
    // The old report of the mouse: three bytes follow.
    let length = parameters == 0 && last == UInt8(ascii: "M") ? 6 : 3 + parameters
    return length <= bytes.count ? length : nil
  }
}
