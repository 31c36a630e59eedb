internal import Domain

/// A line of the list of positions: `- ada: yes, because it never sleeps <!-- ada 2026-11-26T17:00:00.000Z -->`.
struct PositionLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  /// The line without marker and label, as written.
  let body: ArraySlice<UInt8>
  let person: String
  /// nil for an abstention.
  let choice: Choice?
  let sentence: ArraySlice<UInt8>?
  /// When it was taken; nil if a person wrote the line without a label, or has changed the name in it.
  let date: Timestamp?

  /// nil for a line that is not a position.
  ///
  /// - Throws: `DocumentFault` if what is written about somebody is not a position.
  init?(_ line: ArraySlice<UInt8>, number: Int) throws(DocumentFault) {
    guard let item = ListItem(line) else { return nil }
    marker = item.marker
    var label: (person: String, date: Timestamp)?
    if let comment = TrailingComment(item.body), let found = Self.label(comment.words) {
      label = found
      body = comment.before
    } else {
      body = item.body
    }
    let rest: ArraySlice<UInt8>
    if let label, case let start = Array("\(label.person): ".utf8), body.starts(with: start) {
      (person, date) = label
      rest = body.dropFirst(start.count)
    } else {
      guard let colon = body.firstIndex(of: UInt8(ascii: ":")),
        let name = body[..<colon].trimmed.string, !name.isEmpty
      else { return nil }
      (person, date) = (name, nil)
      rest = body[(colon + 1)...].trimmed
    }
    let name = rest.prefix { $0 != UInt8(ascii: ",") && !$0.isBlank }
    let word = name.string?.lowercased() ?? ""
    choice = Choice(rawValue: word)
    guard Position.isName(word) else {
      throw DocumentFault(
        line: number, reason: "a position is yes, no or abstain, and may be followed by ', because'"
      )
    }
    let end = rest[name.endIndex...].trimmed
    guard !end.isEmpty else {
      sentence = nil
      return
    }
    guard end.hasPrefix(", because ") else {
      throw DocumentFault(
        line: number, reason: "a reason for a position begins with ', because'")
    }
    sentence = end.dropFirst(", because ".utf8.count).trimmed
  }

  private static func label(_ words: [ArraySlice<UInt8>]) -> (person: String, date: Timestamp)? {
    guard words.count == 2, let person = CommentWord.decoded(words[0]),
      let date = DocumentDate.date(words[1])
    else { return nil }
    return (person, date)
  }

  /// Returns the bytes of a position after the marker.
  static func body(_ position: Position) -> [UInt8] {
    let sentence = position.sentence.map { ", because \($0)" } ?? ""
    let label = "\(CommentWord.encoded(position.person)) \(position.date.rfc3339)"
    return Array("\(position.person): \(position.name)\(sentence) <!-- \(label) -->".utf8)
  }
}
