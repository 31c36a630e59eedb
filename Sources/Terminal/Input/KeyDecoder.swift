/// Turns the bytes that a terminal sends into keys.
///
/// Unknown sequences are ignored.
package struct KeyDecoder {
  package enum Key: Equatable, Sendable {
    /// Typed or pasted text.
    case text(String)
    case enter, escape, backspace, delete, left, right, home, end
    /// Ctrl-D, which deletes a character if there is one.
    case endOfInput
    case pageUp, pageDown
    /// Ctrl-U, Ctrl-K and Ctrl-W.
    case removeBefore, removeAfter, removeWord
  }

  private var units = InputUnits()
  /// Whether the bytes are pasted, up to the sequence that ends the paste.
  private var isPasting = false

  /// Returns the complete keys.
  ///
  /// - Parameter bytes: what arrived at once. If an escape character is the last one, it is the key
  ///   Escape, because a terminal sends a sequence as a whole.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var arrived = units.take(bytes)
    if units.hasEscape { arrived += units.flush() }
    var keys: [Key] = []
    for unit in arrived {
      guard let key = key(Array(unit)) else { continue }
      if case .text(let new) = key, case .text(let text) = keys.last {
        keys[keys.count - 1] = .text(text + new)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// nil for keys that have no meaning here.
  private mutating func key(_ unit: [UInt8]) -> Key? {
    if unit[0] == 0x1B {
      let sequence = String(decoding: unit.dropFirst(), as: UTF8.self)
      if sequence == "[200~" || sequence == "[201~" {
        isPasting = sequence == "[200~"
        return nil
      }
      return isPasting ? nil : Self.sequences[sequence]
    }
    if let control = unit.first, control < 0x20 || control == 0x7F {
      // A terminal sends CR for the line ends of what is pasted.
      let isLineEnd = control == 0x0A || (isPasting && control == 0x0D)
      if isLineEnd { return .text("\n") }
      if isPasting { return control == 0x09 ? .text(" ") : nil }
      return Self.controls[control]
    }
    return String(validating: unit, as: UTF8.self).map(Key.text)
  }

  private static let sequences: [String: Key] = [
    "": .escape, "[D": .left, "[C": .right, "[H": .home, "[F": .end, "[1~": .home, "[4~": .end,
    "[7~": .home, "[8~": .end, "[3~": .delete, "[5~": .pageUp, "[6~": .pageDown, "OD": .left,
    "OC": .right, "OH": .home, "OF": .end,
  ]

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace,
    0x09: .text(" "), 0x0B: .removeAfter, 0x0D: .enter, 0x15: .removeBefore, 0x17: .removeWord,
    0x7F: .backspace,
  ]
}
