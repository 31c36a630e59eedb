internal import BoxWire
internal import Terminal

/// A text that the user edits in its place on the screen.
final class TextField {
  /// What it edits.
  enum Subject: Equatable {
    case filter
    case newTopic
    case title(topic: String)
    case newArgument(Side)
    case argument(Side, id: String)
    /// A member of a form.
    case member(String)
  }

  let subject: Subject
  /// Before the text, such as `title: `.
  let label: String
  /// Whether the text must not be shown.
  let isSecret: Bool
  private(set) var editor = LineEditor()
  /// When the text was last changed, as the editing began from it; nil for a new one.
  var updated: String?
  /// What others have made of it in the meantime; nil if it is unchanged.
  var theirs: String?
  /// Why the daemon has refused it; nil if it has not.
  var refusal: String?
  /// Whether the daemon has not answered yet.
  var isSaving = false

  init(
    _ subject: Subject, label: String = "", text: String = "", updated: String? = nil,
    isSecret: Bool = false
  ) {
    self.subject = subject
    self.label = label
    self.isSecret = isSecret
    self.updated = updated
    editor.replace(with: text)
  }

  var text: String { editor.text }

  /// Carries out a key.
  ///
  /// - Returns: the user's decision; nil if the key only edits the text.
  func press(_ key: Key) -> LineEditor.Event? {
    guard let edit = key.edit else { return nil }
    // Enter empties the editor, but a refused text is edited again.
    if case .enter = edit { return .submitted(text) }
    refusal = nil
    return editor.press(edit)
  }

  /// Draws the field on one row, with the cursor.
  func draw(on canvas: inout Canvas, row: Int, column: Int = 0, width: Int) {
    let start = canvas.put(label, row: row, column: column, width: width / 2, .bold)
    let room = max(2, column + width - start)
    let (text, cursor) = isSecret ? ("", 0) : editor.window(width: room) { $0.columns }
    canvas.fill(
      text, row: row, column: start, width: room, Style(isDim: isSaving, isUnderlined: true))
    canvas.cursor = .init(row: row, column: min(start + cursor, canvas.columns - 1))
  }

  /// What is to be said below the field.
  var notes: [(text: String, style: Style)] {
    let now = theirs.map { ("now: \($0)", Style.news) }
    return [now, refusal.map { ($0, Style.con) }].compactMap(\.self)
  }
}

extension Key {
  /// What the key does in a text; nil if it does nothing.
  fileprivate var edit: KeyDecoder.Key? {
    switch self {
    case .character(let character): .text(String(character))
    case .paste(let text): .text(text)
    case .enter: .enter
    case .escape: .escape
    case .backspace: .backspace
    case .delete, .control("d"): .delete
    case .left, .control("b"): .left
    case .right, .control("f"): .right
    case .home, .control("a"): .home
    case .end, .control("e"): .end
    case .control("u"): .removeBefore
    case .control("k"): .removeAfter
    case .control("w"): .removeWord
    default: nil
    }
  }
}
