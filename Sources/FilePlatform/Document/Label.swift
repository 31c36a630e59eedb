internal import Domain

/// The comment at the end of a line that describes an argument, an option, an objection, a todo or a post, as far as it is given:
/// `<!-- 1 ada 2026-11-22T10:00:00.000Z 2026-11-22T11:00:00.000Z by bob -->`.
struct Label: Equatable {
  var id: String
  var author: String?
  var created: Timestamp?
  /// nil if the comment has only one date, which is then `created`.
  var updated: Timestamp?
  /// The user who made the change at `updated`: the author if the comment has only one date.
  var updatedBy: String?
  /// The people who support the argument: ` +cy +dee` at the end.
  var supporters: [String] = []

  init(
    id: String, author: String, created: Timestamp, updated: Timestamp, updatedBy: String?,
    supporters: [String] = []
  ) {
    self.id = id
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
    self.supporters = supporters
  }

  /// nil if the words cannot be understood.
  init?(_ words: [ArraySlice<UInt8>]) {
    var words = words[...]
    while words.count > 1, let last = words.last, last.first == Self.supporterMark {
      guard let name = CommentWord.decoded(last.dropFirst()) else { return nil }
      supporters.insert(name, at: 0)
      words.removeLast()
    }
    let editor = ChangedBy.take(from: &words)
    // Two words are more likely a person's comment.
    guard (editor == nil ? [1, 3, 4] : [4]).contains(words.count), let id = words[0].string else {
      return nil
    }
    self.id = id
    if words.count > 1 {
      guard let author = CommentWord.decoded(words[1]) else { return nil }
      self.author = author
    }
    let dates = words.dropFirst(2).map(DocumentDate.date)
    if dates.contains(nil) { return nil }
    created = dates.first ?? nil
    updated = dates.count > 1 ? dates[1] : created
    updatedBy = dates.count > 1 ? editor : author
  }

  /// Removes the comment at the end of a text, if it is a label that begins with a number.
  ///
  /// - Parameter isRight: whether it is one for what has the text.
  static func take(
    from text: inout ArraySlice<UInt8>, where isRight: (Label) -> Bool = { _ in true }
  ) -> Label? {
    guard let comment = TrailingComment(text), let id = comment.words.first, isNumber(id),
      let label = Label(comment.words), isRight(label)
    else { return nil }
    text = comment.before
    return label
  }

  /// Whether a word can be an identifier that is counted.
  static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    (1...15).contains(word.count) && word.first != 0x30
      && word.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The words of a comment; only if both dates are known.
  var words: String {
    let end = supporters.map { " +\(CommentWord.encoded($0))" }.joined()
    guard let author, let created, let updated else { return id + end }
    let start = "\(id) \(CommentWord.encoded(author)) \(created.rfc3339)"
    return
      (updated == created && updatedBy == author
      ? start : "\(start) \(updated.rfc3339)\(ChangedBy.words(updatedBy))") + end
  }

  private static let supporterMark = UInt8(ascii: "+")
}

/// The words in a comment for the user who made the last change: ` by bob`, after its date.
enum ChangedBy {
  /// Empty if that is not known.
  static func words(_ editor: String?) -> String {
    editor.map { " by \(CommentWord.encoded($0))" } ?? ""
  }

  /// Removes them from the end; nil if they are not there.
  static func take(from words: inout ArraySlice<ArraySlice<UInt8>>) -> String? {
    let end = words.suffix(2)
    guard end.count == 2, end.first?.elementsEqual("by".utf8) == true,
      let editor = end.last.flatMap(CommentWord.decoded)
    else { return nil }
    words = words.dropLast(2)
    return editor
  }
}

/// An author, or another text, as one word of a comment.
enum CommentWord {
  /// Characters that would end the word or the comment are encoded as in URLs, and an empty text is
  /// `%`.
  static func encoded(_ text: String) -> String {
    var before: UInt8?
    return encoded(text) { byte in
      let isHyphen = byte == UInt8(ascii: "-") && before == byte
      // An encoded hyphen ends in a digit.
      before = isHyphen ? nil : byte
      return byte <= 0x20 || byte == 0x7F || isHyphen || [0x25, 0x3C, 0x3E].contains(byte)
    }
  }

  /// Encodes some bytes as in URLs. A character may begin with one of them and have combining marks.
  static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
    if text.isEmpty { return "%" }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isEncoded(byte) {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func decoded(_ word: ArraySlice<UInt8>) -> String? {
    if word.elementsEqual([0x25]) { return "" }
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest.removeFirst(2)
    }
    return bytes[...].string
  }
}

/// Dates as documents contain them: RFC 3339 in UTC with milliseconds, such as
/// `2026-11-22T10:00:00.000Z`. A person may write them in any other form that RFC 3339 allows, or
/// only the day.
enum DocumentDate {
  /// Reads a date; nil for any other text, and for a time that could not be written again.
  static func date(_ text: ArraySlice<UInt8>) -> Timestamp? {
    guard let text = text.string else { return nil }
    let isDay = text.utf8.count == 10
    guard let date = Timestamp(rfc3339: isDay ? "\(text)T00:00:00Z" : text),
      Timestamp(rfc3339: date.rfc3339) == date
    else { return nil }
    return date
  }
}
