extension String {
  /// This text with U+FFFD in place of every scalar that could control the terminal instead of
  /// being shown on it: C0 and C1 controls, DEL, line and paragraph separators, and the
  /// bidirectional embeddings, overrides and isolates (U+202A to U+202E, U+2066 to U+2069).
  ///
  /// The bidirectional marks (U+061C, U+200E, U+200F) stay: they act like one invisible letter,
  /// cannot reverse other letters, and legitimate Arabic and Hebrew need them.
  package var printable: String {
    let rest = self[plainPrefix.endIndex...].unicodeScalars
    guard rest.contains(where: \.steersTerminal) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      result.append(scalar.steersTerminal ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// This JSON text with the scalars that `printable` replaces written as `\uXXXX`: equal JSON that
  /// is safe to print on one line.
  ///
  /// JSON allows raw tabs and line ends only between tokens (RFC 8259, sections 2 and 7); there an
  /// escape would not be JSON, so they become spaces.
  package var escapingControls: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": result.append(" ")
      case _ where !scalar.steersTerminal: result.append(scalar)
      default: result.append(contentsOf: scalar.jsonEscape.unicodeScalars)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The escape of a scalar below U+10000: a backslash, `u` and four hexadecimal digits.
  fileprivate var jsonEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
