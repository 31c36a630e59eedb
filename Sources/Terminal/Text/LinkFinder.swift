/// Finds the URLs of a text in the lines to which it was wrapped or cut.
package struct LinkFinder {
  /// A part of a line that shows a URL, or a part of one.
  package struct Piece {
    package let range: Range<String.Index>
    package let link: TerminalLink
  }

  private let urls: [(text: String, link: TerminalLink)]
  /// What the next line begins with if a URL continues there.
  private var rest: (text: Substring, link: TerminalLink)?

  /// - Parameter urls: as they are written in the text.
  package init(_ urls: some Sequence<String>) {
    self.urls = urls.compactMap { url in TerminalLink(url).map { (url, $0) } }
  }

  /// Whether a URL continues in the next line.
  package var continues: Bool { rest != nil }

  /// Returns the pieces of the next line, in their order.
  package mutating func pieces(of line: String) -> [Piece] {
    // Few lines have any.
    guard continues || line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    var pieces: [Piece] = []
    var place = line.startIndex
    if let (text, link) = rest {
      rest = nil
      let start = line.firstIndex { $0 != " " } ?? line.endIndex
      if let end = add(line[start...], text, link) {
        pieces.append(Piece(range: start..<end, link: link))
        place = end
      }
    }
    while let colon = line[place...].firstRange(of: "://") {
      let scheme = line[place..<colon.lowerBound].reversed().prefix { $0.isLetter }
      let start = scheme.endIndex.base
      place = colon.upperBound
      guard let found = url(line[start...]),
        let end = add(line[start...], found.text[...], found.link)
      else { continue }
      pieces.append(Piece(range: start..<end, link: found.link))
      place = max(place, end)
    }
    return pieces
  }

  /// The URL with which a text begins: one that is shown as a whole word, or the beginning of one, or
  /// one with punctuation behind it.
  private func url(_ text: Substring) -> (text: String, link: TerminalLink)? {
    let word = Self.word(text)
    return urls.first { $0.text == word } ?? urls.first { $0.text.hasPrefix(word) }
      ?? urls.filter { word.hasPrefix($0.text) }.max { $0.text.count < $1.text.count }
  }

  /// Returns where a URL ends that the text begins with, or the line in it; nil if it does not.
  private mutating func add(
    _ text: Substring, _ url: Substring, _ link: TerminalLink
  ) -> String.Index? {
    let word = Self.word(text)
    if word.hasPrefix(url) { return text.index(text.startIndex, offsetBy: url.count) }
    guard !word.isEmpty, url.hasPrefix(word) else { return nil }
    // What was cut off is not on the next line.
    if text[word.endIndex...].first != "…" { rest = (url.dropFirst(word.count), link) }
    return word.endIndex
  }

  private static func word(_ text: Substring) -> Substring {
    text.prefix { $0 != " " && $0 != "…" }
  }
}
