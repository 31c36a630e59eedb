internal import Domain

/// An indented item of a list that belongs to the line above it: a comment on an argument,
/// `  - grace, 2026-11-26T10:00:00.000Z: Since when? <!-- 1 -->`, or what became of an objection,
/// `  - Answer by bob, 2026-11-26T10:00:00.000Z: We plan for it` and
/// `  - Resolved by ada, 2026-11-27T10:00:00.000Z`.
///
/// A comment has a name and a date, unlike other notes. In names, `%`, `,` and `:` are encoded as
/// in URLs.
struct NestedLine {
  /// The start of the line: the indentation, `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  let kind: Kind
  /// nil if a person has left it out; as is the date.
  let author: String?
  let date: Timestamp?
  /// Empty for the end of an objection.
  let text: ArraySlice<UInt8>
  /// Of a comment; nil if a person wrote the line without one.
  let id: String?

  enum Kind: Equatable {
    case comment
    case answer
    case closing(Objection.Closing.Kind)
  }

  /// nil for a line that is not a comment on an argument.
  init?(comment line: ArraySlice<UInt8>) {
    guard let (marker, body) = Self.item(line) else { return nil }
    var text = body
    var id: String?
    if let comment = TrailingComment(body), comment.words.count == 1,
      Label.isNumber(comment.words[0])
    {
      id = comment.words[0].string
      text = comment.before
    }
    guard let signature = Signature(text), let date = signature.date,
      signature.rest.first == Self.colon
    else { return nil }
    self.marker = marker
    kind = .comment
    author = signature.name
    self.date = date
    self.text = signature.rest.dropFirst().trimmed
    self.id = id
    if self.text.isEmpty { return nil }
  }

  /// nil for a line that is neither the answer to an objection nor its end.
  init?(reply line: ArraySlice<UInt8>) {
    guard let (marker, body) = Self.item(line) else { return nil }
    let word = body.prefix { !$0.isBlank && $0 != Self.colon }
    switch word.string?.lowercased() {
    case "answer": kind = .answer
    case let name?:
      guard let closing = Objection.Closing.Kind(rawValue: name) else { return nil }
      kind = .closing(closing)
    case nil: return nil
    }
    var rest = body[word.endIndex...].trimmed
    if rest.hasPrefix("by ") {
      guard let signature = Signature(rest.dropFirst(3).trimmed) else { return nil }
      (author, date) = (signature.name, signature.date)
      rest = signature.rest
    } else {
      (author, date) = (nil, nil)
    }
    if kind == .answer {
      guard rest.first == Self.colon else { return nil }
      text = rest.dropFirst().trimmed
    } else {
      // Anything else is a person's note.
      guard rest.isEmpty else { return nil }
      text = rest
    }
    self.marker = marker
    id = nil
  }

  private static func item(
    _ line: ArraySlice<UInt8>
  ) -> (marker: ArraySlice<UInt8>, body: ArraySlice<UInt8>)? {
    let indentation = line.prefix(while: \.isBlank)
    guard !indentation.isEmpty, let item = ListItem(line[indentation.endIndex...]) else {
      return nil
    }
    return (line[..<item.marker.endIndex], item.body)
  }

  fileprivate static let colon = UInt8(ascii: ":")

  /// Of a new line.
  static let marker = Array("  - ".utf8)[...]

  // MARK: Writing

  /// Returns a comment after the marker.
  static func body(_ comment: Comment) -> [UInt8] {
    let start = Signature.words(comment.author, comment.created)
    return Array("\(start): \(comment.text) <!-- \(comment.id) -->".utf8)
  }

  /// Returns an answer after the marker.
  static func body(_ answer: Objection.Remark) -> [UInt8] {
    Array("Answer by \(Signature.words(answer.author, answer.date)): \(answer.text)".utf8)
  }

  /// Returns the end of an objection after the marker.
  static func body(_ closing: Objection.Closing) -> [UInt8] {
    let kind = closing.kind.rawValue
    let word = kind.prefix(1).uppercased() + kind.dropFirst()
    return Array("\(word) by \(Signature.words(closing.author, closing.date))".utf8)
  }
}

/// The name and the date in a nested line: `grace, 2026-11-26T10:00:00.000Z`.
private struct Signature {
  let name: String
  /// nil if it is left out.
  let date: Timestamp?
  /// Begins with a colon, or is empty.
  let rest: ArraySlice<UInt8>

  /// nil if the text does not begin with one.
  init?(_ text: ArraySlice<UInt8>) {
    let comma = UInt8(ascii: ",")
    let name = text.prefix { $0 != comma && $0 != NestedLine.colon }
    let word = name.trimmed
    guard !word.isEmpty, let found = CommentWord.decoded(word) ?? word.string else { return nil }
    self.name = found
    guard text[name.endIndex...].first == comma else {
      date = nil
      rest = text[name.endIndex...]
      return
    }
    let after = text[name.endIndex...].dropFirst().trimmed
    var token = after.prefix { !$0.isBlank }
    if token.last == NestedLine.colon { token.removeLast() }
    guard let date = DocumentDate.date(token) else { return nil }
    self.date = date
    rest = after[token.endIndex...]
    guard rest.first.map({ $0 == NestedLine.colon }) ?? true else { return nil }
  }

  static func words(_ name: String, _ date: Timestamp) -> String {
    let word = CommentWord.encoded(name) { "%,:".utf8.contains($0) }
    return "\(word), \(date.rfc3339)"
  }
}
