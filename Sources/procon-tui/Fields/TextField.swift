internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// A text that the user edits in its place on the screen.
final class TextField {
  /// What it edits.
  enum Subject: Equatable {
    case filter
    /// What is searched for, in the palette or on a board.
    case search
    case newTopic
    case title(topic: String)
    case newArgument(SideName)
    case argument(SideName, id: String)
    /// Something about an argument, below it.
    case about(SideName, id: String, Purpose)
    /// A member of a form.
    case member(ParameterName)
    /// A parameter of an intent that is known by its description only.
    case parameter(String)

    /// The side of a board that it is on; nil if it is elsewhere.
    var side: SideName? {
      switch self {
      case .newArgument(let side), .argument(let side, _), .about(let side, _, _): side
      default: nil
      }
    }

    /// Whether it is below what it is about, not in its place.
    var isBelow: Bool {
      if case .about = self { true } else { false }
    }

    /// The id of the argument that it is about; nil if there is none.
    var argument: String? {
      switch self {
      case .argument(_, let id), .about(_, let id, _): id
      default: nil
      }
    }
  }

  /// What is to be done with an argument.
  enum Purpose {
    case comment
    /// Removes the comment with this number.
    case uncomment
    /// Moves it to the option with this id.
    case option
  }

  var subject: Subject
  /// Before the text, such as `title: `.
  let label: String
  /// Whether the text must not be shown.
  let isSecret: Bool
  private(set) var editor = LineEditor()
  /// When the text was last changed, as the editing began from it; nil for a new one.
  var updated: String?
  /// The text when the editing began.
  let original: String
  /// The text that the user has seen, which saving replaces.
  var seen: String
  /// What others have made of it in the meantime; nil if it is unchanged.
  var theirs: String?
  /// Why the daemon has refused it; nil if it has not.
  var refusal: String?
  /// What has become of the text that was pasted last; nil if it is as it was.
  private var remark: String?
  /// Whether the daemon has not answered yet.
  var isSaving = false
  /// Shows what others have made of the text.
  private var page = TextPage()
  /// The columns and rows that the text had when it was drawn last, and the first line that was shown.
  private var (room, height, top) = (0, 1, 0)

  init(
    _ subject: Subject, label: String = "", text: String = "", updated: String? = nil,
    isSecret: Bool = false
  ) {
    self.subject = subject
    self.label = label
    self.isSecret = isSecret
    self.updated = updated
    (original, seen) = (text, text)
    editor.replace(with: text)
  }

  var text: String { editor.text }

  /// Replaces what is typed.
  func replace(with text: String) {
    editor.replace(with: text)
  }

  /// The text, if it is worth keeping; empty if it is not.
  var unsaved: String {
    isSecret || [.filter, .search].contains(subject) || text == original ? "" : text
  }

  /// The refusal of a text that would replace what somebody else has written.
  static let conflict = "Changed in the meantime. Save anyway?"

  /// Whether the text can be edited in the user's editor.
  var isEditable: Bool { !isSecret && ![.filter, .search].contains(subject) }

  /// Takes what comes from the user's editor.
  func take(_ edited: String) {
    let lines = edited.split(whereSeparator: \.isNewline)
    replace(with: hasLines ? edited : lines.joined(separator: " "))
    remark = hasLines || lines.count < 2 ? nil : Self.joined
  }

  private static let joined = "Line breaks became spaces."

  /// Whether its text may have several lines.
  private var hasLines: Bool {
    switch subject {
    case .member(let name): name == .content
    // Of those that are known, only the contents of posts have lines.
    case .parameter(let name): ParameterName(rawValue: name).map { $0 == .content } ?? true
    default: false
    }
  }

  /// Carries out a key. What is pasted into a field of one line becomes one.
  ///
  /// - Returns: the user's decision; nil if the key only edits the text.
  func press(_ key: Key) -> LineEditor.Event? {
    var key = key
    remark = nil
    if moveLine(key) { return nil }
    if case .paste(let text) = key, !hasLines {
      let lines = text.split(whereSeparator: \.isNewline)
      if lines.count > 1 { remark = Self.joined }
      key = .paste(lines.joined(separator: " "))
    }
    guard let edit = KeyTable.edit(of: key) else { return nil }
    // Enter empties the editor, but a refused text is edited again.
    if case .enter = edit { return .submitted(text) }
    let event = editor.press(edit)
    // What is scrolled stays.
    if case .turned = event { return event }
    refusal = nil
    return event
  }

  /// Scrolls what others have made of the text.
  func scroll(_ turn: LineEditor.PageTurn) {
    _ = page.scroll(turn == .forward ? .pageDown : .pageUp)
  }

  /// A longer text is shown on one line, because each key lays all lines out.
  private static let longestLaidOut = 8_000

  private var isLaidOut: Bool { !isSecret && editor.count <= Self.longestLaidOut }

  /// The rows that the text takes, at most `most`.
  func height(width: Int, most: Int) -> Int {
    guard isLaidOut, most > 1 else { return 1 }
    let room = max(2, width - min(label.columns, width / 2))
    return min(most, editor.lines(width: room) { $0.columns }.texts.count)
  }

  /// Draws the field on some rows, the cursor on one of them.
  func draw(
    on canvas: inout Canvas, row: Int, column: Int = 0, width: Int, height: Int = 1
  ) {
    let start = canvas.put(label, row: row, column: column, width: width / 2, .bold)
    (room, self.height) = (max(2, column + width - start), height)
    let style = Style(isDim: isSaving, isUnderlined: true)
    var (texts, cursor) = ([""], (row: 0, column: 0))
    if height > 1, isLaidOut {
      (texts, cursor) = editor.lines(width: room) { $0.columns }
    } else if !isSecret {
      let window = editor.window(width: room) { $0.columns }
      (texts, cursor) = ([window.text], (0, window.cursor))
    }
    // What was shown stays where it is, as far as the cursor allows it.
    top = min(max(top, cursor.row - height + 1), cursor.row, max(0, texts.count - height))
    for (index, text) in texts.dropFirst(top).prefix(height).enumerated() {
      canvas.fill(text, row: row + index, column: start, width: room, style)
    }
    canvas.cursor = .init(
      row: row + cursor.row - top, column: min(start + cursor.column, canvas.columns - 1))
  }

  /// Moves the cursor to another line of the text, if the key means that and there is one.
  func moveLine(_ key: Key) -> Bool {
    guard isLaidOut, height > 1, [.up, .down].contains(key) else { return false }
    return editor.move(by: key == .up ? -1 : 1, width: room) { $0.columns }
  }

  /// Draws the field and its notes on the last rows.
  ///
  /// - Returns: the rows above.
  func draw(on canvas: inout Canvas, atEndOf rows: Range<Int>) -> Range<Int> {
    // A row above stays.
    let notes = notes(width: canvas.columns, rows: rows.count - 2)
    let height = height(width: canvas.columns, most: rows.count / 2 - notes.count)
    let row = rows.upperBound - height - notes.count
    draw(on: &canvas, row: row, width: canvas.columns, height: height)
    for (index, note) in notes.enumerated() {
      canvas.put(note.text, row: row + height + index, note.style)
    }
    return min(rows.lowerBound, row)..<row
  }

  /// The most lines of a refusal.
  static let mostLines = 3

  /// What is to be said below the field, on lines of at most `width` columns.
  ///
  /// - Parameter rows: the most lines; nil for all.
  func notes(width: Int, rows: Int? = nil) -> [(text: String, style: Style)] {
    let width = max(1, width)
    let most = min(rows ?? .max, Self.mostLines)
    let reason = ((refusal ?? remark)?.wrapped(to: width) ?? []).first(most, width: width)
    let now = theirs.map { "now: \($0)".wrapped(to: width) } ?? []
    let shown = rows.map { page.visible(now, room: $0 - reason.count, width: width) } ?? now
    return reason.map { ($0, refusal == nil ? .news : .con) } + shown.map { ($0, .news) }
  }
}

/// What follows when the user has typed a text.
enum Submission {
  /// The field is closed.
  case done
  /// Another field follows.
  case next(TextField)
  /// The text is not possible; the sentence says why.
  case refused(String)
  /// An intent is called. The field is closed when that has succeeded.
  case call(Call)
  /// An intent is called if the user answers the question with yes; otherwise the field stays.
  case ask(String, Call)
}
