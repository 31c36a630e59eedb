internal import Domain

/// A line of the list of todos: `- [ ] Migrate the staging copy @ada 2026-12-01`, with a label.
///
/// If the text itself ends in something like a name or a day, that is escaped with a backslash, as in
/// Markdown: `\@ada` and `2026\-12-01`.
struct TodoLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  /// The line without marker, box and label, as written.
  let body: ArraySlice<UInt8>
  let isDone: Bool
  let text: ArraySlice<UInt8>
  let assignee: String?
  let due: Day?
  /// nil if a person wrote the line without one.
  let label: Label?

  /// nil if the line is not an item with a box and a text.
  init?(_ line: ArraySlice<UInt8>) {
    guard let item = ListItem(line), item.body.count > 3, item.body.hasPrefix("["),
      item.body.dropFirst(2).hasPrefix("]"), item.body.dropFirst(3).first?.isBlank == true
    else { return nil }
    switch item.body[item.body.startIndex + 1] {
    case UInt8(ascii: " "): isDone = false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): isDone = true
    default: return nil
    }
    marker = item.marker
    var rest = item.body.dropFirst(4).trimmed
    label = Label.take(from: &rest) { $0.supporters.isEmpty }
    guard !rest.isEmpty else { return nil }
    body = rest
    due = Self.take(from: &rest) { $0.string.flatMap(Day.init) }
    assignee = Self.take(from: &rest) { word in
      guard word.first == UInt8(ascii: "@"), word.count > 1 else { return nil }
      return CommentWord.decoded(word.dropFirst())
    }
    text = Self.unescaped(rest)
  }

  /// Removes the last word, if it is not the only one and means something.
  private static func take<Value>(
    from text: inout ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> Value?
  ) -> Value? {
    let start = lastWord(of: text)
    guard start > text.startIndex, let value = read(text[start...]) else { return nil }
    text = text[..<start].trimmedAtEnd
    return value
  }

  private static func lastWord(of text: ArraySlice<UInt8>) -> Int {
    text.lastIndex(where: \.isBlank).map { $0 + 1 } ?? text.startIndex
  }

  /// The place of the backslashes in the last word of a text, if it is like a name or a day without
  /// them; nil if it is not.
  private static func escape(in text: ArraySlice<UInt8>) -> Range<Int>? {
    let backslash = UInt8(ascii: "\\")
    let word = text[lastWord(of: text)...]
    let leading = word.prefix { $0 == backslash }
    if word[leading.endIndex...].first == UInt8(ascii: "@") {
      return leading.startIndex..<leading.endIndex
    }
    let year = word.prefix { (0x30...0x39).contains($0) }
    let middle = word[year.endIndex...].prefix { $0 == backslash }
    let day = (year + word[middle.endIndex...]).string.flatMap(Day.init)
    return day.map { _ in middle.startIndex..<middle.endIndex }
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let place = escape(in: text), !place.isEmpty else { return text }
    return text[..<place.lowerBound] + text[(place.lowerBound + 1)...]
  }

  private static func escaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let place = escape(in: text) else { return text }
    return text[..<place.lowerBound] + [UInt8(ascii: "\\")] + text[place.lowerBound...]
  }

  /// Whether it says everything but the label.
  func shows(_ todo: Todo) -> Bool {
    text.string == todo.text && isDone == todo.isDone && assignee == todo.assignee
      && due == todo.due
  }

  /// Returns the box of a todo, with a blank after it.
  static func box(_ todo: Todo) -> [UInt8] { Array(todo.isDone ? "[x] ".utf8 : "[ ] ".utf8) }

  /// Returns the bytes of a todo after the box, without the label.
  static func body(_ todo: Todo) -> [UInt8] {
    var body = Array(escaped(Array(todo.text.utf8)[...]))
    if let assignee = todo.assignee { body += " @\(CommentWord.encoded(assignee))".utf8 }
    if let due = todo.due { body += " \(due.text)".utf8 }
    return body
  }
}

extension Todo {
  var label: Label {
    Label(id: id, author: author, created: created, updated: updated, updatedBy: updatedBy)
  }
}
