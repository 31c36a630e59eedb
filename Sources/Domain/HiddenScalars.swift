extension String.UnicodeScalarView {
  /// The first scalar that nobody sees and that nothing around it needs, such as a zero-width space;
  /// nil if there is none. With one, two names look the same and are not.
  ///
  /// Hidden is what Unicode calls default ignorable. The zero-width joiners, variation selectors and
  /// tags are needed where emoji and several scripts have them: after something visible that is not
  /// Latin, Greek, Cyrillic or Hebrew.
  var firstHidden: Unicode.Scalar? {
    var previous: Unicode.Scalar?
    for index in indices {
      let scalar = self[index]
      let next = self[self.index(after: index)...].first
      if scalar.properties.isDefaultIgnorableCodePoint, !scalar.isNeeded(between: previous, next) {
        return scalar
      }
      previous = scalar
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Such as `U+200B`.
  public var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  fileprivate func isNeeded(between previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    if properties.isJoinControl {
      guard let next, !next.properties.isWhitespace else { return false }
      return previous.isJoined && !next.properties.isDefaultIgnorableCodePoint
    }
    if properties.isVariationSelector {
      // The number sign, the asterisk and digits are emoji as keycaps only.
      let isKeycap = previous.properties.isEmoji && previous.isASCII && next == "\u{20E3}"
      let isEmoji = previous.properties.isEmoji && !previous.isASCII
      return isKeycap || isEmoji || previous.isOfJoiningScript
    }
    // Flags of regions, such as that of Scotland.
    return isTag && (previous == "\u{1F3F4}" || previous.isTag)
  }

  private var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether a joiner may follow.
  private var isJoined: Bool {
    isOfJoiningScript || properties.isEmoji && !isASCII || properties.isEmojiModifier
      || self == "\u{FE0F}"
  }

  /// From Arabic on, without what looks like Latin letters.
  private var isOfJoiningScript: Bool {
    guard !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace else { return false }
    return value >= 0x600 && !(0x1D00...0x1FFF).contains(value)
      && !(0x2C60...0x2C7F).contains(value) && !(0xA640...0xA7FF).contains(value)
      && !(0xFF00...0xFF5F).contains(value)
  }
}
