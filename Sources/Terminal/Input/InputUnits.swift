/// Divides what a terminal sends into characters in UTF-8 and escape sequences, wherever it was divided
/// on its way.
///
/// The sequences are xterm's (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
package struct InputUnits {
  /// The beginning of a unit.
  private var pending: [UInt8] = []

  package init() {}

  /// Whether escape characters have arrived that may be the key Escape, or begin a sequence.
  package var hasEscape: Bool { hasSequence && pending.allSatisfy { $0 == Self.escape } }

  /// Whether the rest of an escape sequence may follow.
  package var hasSequence: Bool { pending.first == Self.escape }

  /// Whether a unit is an escape sequence, not a character or the key Escape.
  package static func isSequence(_ unit: ArraySlice<UInt8>) -> Bool {
    unit.first == escape && unit.count > 1
  }

  /// Adds bytes, and returns the units that are complete now. Bytes that are not UTF-8 are left out.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [ArraySlice<UInt8>] {
    pending += bytes
    return divide(isEnd: false)
  }

  /// Returns the rest, if nothing follows it: an escape character with what is after it, as one unit,
  /// or each of several escape characters.
  package mutating func flush() -> [ArraySlice<UInt8>] { divide(isEnd: true) }

  private mutating func divide(isEnd: Bool) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var rest = pending[...]
    while let first = rest.first,
      let length = Self.length(rest) ?? (isEnd ? Self.lengthAtEnd(rest) : nil)
    {
      let unit = rest.prefix(length)
      rest = rest.dropFirst(length)
      if first < 0x80 || Self.isUTF8(unit) { units.append(unit) }
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
    case UInt8(ascii: "O"): return shiftSequence(bytes)
    // Alt with a character, Enter or Backspace.
    case 0x20..<0x7F, 0x08, 0x0D, 0x7F: return 2
    case 0x80...:
      guard let length = length(others) else { return nil }
      return isUTF8(others.prefix(length)) ? 1 + length : 1
    case escape:
      // Alt with a key that sends a sequence, or the key Escape, then another one.
      guard let third = others.dropFirst().first else { return nil }
      guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else { return 1 }
      return length(others).map { 1 + $0 }
    // The key Escape, then another one.
    default: return 1
    }
  }

  /// The length of the first unit, which is incomplete.
  private static func lengthAtEnd(_ bytes: ArraySlice<UInt8>) -> Int {
    // The beginning of a character does not continue a sequence.
    guard bytes.first == escape, (bytes.dropFirst().first ?? 0) < 0x80 else { return 1 }
    return bytes.allSatisfy { $0 == escape } ? 1 : bytes.count
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// A key of the keypad or a function key, perhaps with a number that says what is held with it.
  private static func shiftSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    let parameters = bytes.dropFirst(2).prefix { (0x30...0x3B).contains($0) }.count
    guard let last = bytes.dropFirst(2 + parameters).first else { return nil }
    // A control character interrupts the sequence.
    return last < 0x20 ? 2 + parameters : 3 + parameters
  }

  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    let parameters = bytes.dropFirst(2).prefix { (0x20...0x3F).contains($0) }.count
    guard let last = bytes.dropFirst(2 + parameters).first else { return nil }
    // A control character interrupts the sequence.
    guard (0x40...0x7E).contains(last) else { return 2 + parameters }
    let length =
      switch (parameters, last) {
      // The old report of the mouse: three bytes follow.
      case (0, UInt8(ascii: "M")): 6
      // F1 to F5 of the Linux console: a letter follows.
      case (0, UInt8(ascii: "[")): 4
      default: 3 + parameters
      }
    return length <= bytes.count ? length : nil
  }
}
