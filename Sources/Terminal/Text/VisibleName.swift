extension String {
  /// This name or title as ``printable``, with each character in it that nobody would see as its code
  /// point, such as `<U+200B>`: otherwise two names could look the same and not be.
  ///
  /// Joiners, variation selectors and tags stay where emoji and scripts that need them have them.
  package var visibleName: String {
    let printable = self.printable
    guard printable.plainPrefix.endIndex != printable.endIndex else { return printable }
    var result = UnicodeScalarView()
    var previous: Unicode.Scalar = "a"
    for scalar in printable.unicodeScalars {
      if scalar.isHidden(after: previous) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: Swift.max(0, 4 - digits.count))
        result.append(contentsOf: "<U+\(zeros)\(digits)>".unicodeScalars)
      } else {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate func isHidden(after previous: Unicode.Scalar) -> Bool {
    let properties = properties
    guard properties.isDefaultIgnorableCodePoint else { return false }
    let mayBeNeeded =
      properties.isJoinControl || properties.isVariationSelector
      || (0xE0020...0xE007F).contains(value)
    return !mayBeNeeded || previous.value < 0x600 && !previous.properties.isEmoji
  }
}
