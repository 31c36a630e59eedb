internal import CUtf8proc

extension Substring {
  /// The number of columns of this text, if those of a cluster outside ASCII are counted by `cluster`.
  package func columns(_ cluster: (Character) -> Int) -> Int {
    var (count, rest) = (0, self)
    while true {
      let plain = rest.plainPrefix
      count += plain.utf8.count
      rest = rest[plain.endIndex...]
      guard let first = rest.popFirst() else { return count }
      count += cluster(first)
    }
  }

  /// The beginning of this text in which each byte is a cluster of one column, found without a look at
  /// each cluster: for most texts the whole.
  package var plainPrefix: Substring {
    guard let end = utf8.firstIndex(where: { !(0x20...0x7E).contains($0) }) else {
      return self
    }
    // What follows may belong to the same cluster as the last byte.
    return self[..<(end == startIndex ? end : utf8.index(before: end))]
  }
}

extension String {
  /// The number of columns of this text, if those of a cluster outside ASCII are counted by `cluster`.
  package func columns(_ cluster: (Character) -> Int) -> Int { self[...].columns(cluster) }

  /// The beginning of this text in which each byte is a cluster of one column.
  package var plainPrefix: Substring { self[...].plainPrefix }
}

extension StringProtocol {
  /// The number of columns this text takes on a terminal: the sum over its grapheme clusters.
  package var displayWidth: Int { Substring(self).columns(\.displayWidth) }

  /// Returns this text padded with spaces to a number of columns.
  package func leftAligned(in width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }
}

extension Character {
  /// The number of columns this grapheme cluster takes on a terminal.
  ///
  /// An emoji takes two, however many scalars it has (UTS #51, Unicode Emoji; UAX #11, East Asian
  /// Width, section 5). Any other cluster takes the sum over its scalars: combining marks add
  /// nothing, a mark with a width of its own, such as Thai SARA AM, adds it.
  package var displayWidth: Int {
    let scalars = unicodeScalars
    // Most clusters. `count` would look for the end of all scalars, `asciiValue` compares texts.
    let first = scalars[scalars.startIndex]
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
    return isShownAsEmoji ? 2 : scalars.reduce(0) { $0 + $1.columns }
  }

  /// Whether the cluster starts with an emoji (including half a flag), or with a sign that the rest
  /// makes an emoji: VARIATION SELECTOR-16 (also in keycaps), a skin tone, or an emoji joined to
  /// it. A skin tone without a base does not start one: it joins any text before it, and must be as
  /// wide there as alone.
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
  /// utf8proc knows them from the Unicode Character Database. Where that leaves a choice, this
  /// follows most terminals, which follow wcwidth(3): spacing marks and signs that precede a number
  /// take one column; vowels and final consonants of Hangul are drawn into the column of the
  /// initial one. Planes 2 and 3 contain only ideographs, some of which utf8proc does not know yet.
  /// Half a flag is as wide as an emoji. The result does not depend on the locale.
  fileprivate var columns: Int {
    if isASCII { return (0x20...0x7E).contains(value) ? 1 : 0 }
    if (0x20000...0x3FFFD).contains(value) { return 2 }
    let codepoint = Int32(bitPattern: value)
    return switch utf8proc_boundclass_t(utf8proc_get_property(codepoint).pointee.boundclass) {
    case UTF8PROC_BOUNDCLASS_V, UTF8PROC_BOUNDCLASS_T: 0
    case UTF8PROC_BOUNDCLASS_PREPEND: 1
    case UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR: 2
    default:
      utf8proc_category(codepoint) == UTF8PROC_CATEGORY_MC
        ? 1 : Int(utf8proc_charwidth(codepoint))
    }
  }
}
