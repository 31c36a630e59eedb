/// An HTML comment at the end of a line.
struct TrailingComment {
  /// The text before it, without blanks at its end.
  let before: ArraySlice<UInt8>
  /// The words in the comment.
  let words: [ArraySlice<UInt8>]

  /// nil if the line does not end with one.
  init?(_ text: ArraySlice<UInt8>) {
    let text = text.trimmedAtEnd
    guard text.suffix(3).elementsEqual("-->".utf8) else { return nil }
    let inside = text.dropLast(3)
    guard let start = inside.lastStart(of: "<!--") else { return nil }
    before = text[..<start].trimmedAtEnd
    words = inside[(start + 4)...].split(whereSeparator: \.isBlank)
  }
}
