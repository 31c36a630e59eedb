extension StringProtocol {
  /// The number of columns this text takes on a terminal: the sum over its grapheme clusters.
  package var displayWidth: Int {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The number of columns this grapheme cluster takes on a terminal.
  ///
  /// A cluster that is shown as an emoji takes two, however many scalars it has (UTS #51, Unicode
  /// Emoji; UAX #11, East Asian Width, section 5). In any other cluster each scalar counts by
  /// itself, so that combining marks add nothing and a mark with a width of its own, such as Thai
  /// SARA AM, adds it.
  package var displayWidth: Int {
    if let ascii = asciiValue { return (0x20...0x7E).contains(ascii) ? 1 : 0 }
    let scalars = unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return only.columns }
    return isShownAsEmoji ? 2 : scalars.reduce(0) { $0 + $1.columns }
  }

  /// Whether the cluster starts with an emoji that is one by default (a flag's half included), or
  /// one that the rest makes so: VARIATION SELECTOR-16 (keycaps have it too), a skin tone, or an
  /// emoji joined to it. A skin tone without a base does not start one: it joins whatever text it
  /// comes to stand behind, and must be as wide there as alone.
  private var isShownAsEmoji: Bool {
    guard let first = unicodeScalars.first, !first.properties.isEmojiModifier else { return false }
    if first.properties.isEmojiPresentation { return true }
    guard first.properties.isEmoji else { return false }
    return unicodeScalars.dropFirst().contains {
      $0 == "\u{FE0F}" || (!first.isASCII && $0.properties.isEmojiPresentation)
    }
  }
}

extension Unicode.Scalar {
  /// The columns of this scalar alone: 0, 1 or 2.
  ///
  /// The general category and the emoji property come from the standard library's copy of the
  /// Unicode Character Database, the rest from the tables below. They agree with wcwidth(3) of
  /// glibc 2.36 under C.UTF-8 on all it knows but U+1171E and a lone half of a flag, and depend on
  /// no locale. What is not assigned takes one column, as terminals draw it.
  fileprivate var columns: Int {
    if isIdeographOrSyllable { return 2 }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: 0
    case .nonspacingMark, .enclosingMark: 0
    case .format: isVisibleFormat ? 1 : 0
    default:
      if isMedialOrFinalJamo { 0 } else { properties.isEmojiPresentation || isWide ? 2 : 1 }
    }
  }

  /// The bulk of East Asian text, known wide without a look at the database: Chinese, Korean.
  private var isIdeographOrSyllable: Bool {
    switch value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// The scalars with East_Asian_Width W or F that are not emoji: EastAsianWidth.txt of Unicode 14,
  /// neighbouring ranges joined where glibc has nothing narrow between them.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The vowels and final consonants of Hangul, drawn into the column of the initial one.
  private var isMedialOrFinalJamo: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// The format characters with a shape of their own: the soft hyphen, and the signs that stand
  /// before a number or a word (Prepended_Concatenation_Mark).
  private var isVisibleFormat: Bool {
    switch value {
    case 0xAD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
