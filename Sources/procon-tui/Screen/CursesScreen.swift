internal import CNcurses
internal import Glibc
internal import Terminal
internal import UVLoop

/// The state of ncurses, of which a process has only one: compares what is to be drawn with what the
/// terminal shows, and determines the bytes that change it.
///
/// ncurses writes to a file in memory. So a slow terminal never blocks the loop, and its settings are
/// changed by `TerminalEcho` alone.
@LoopActor
final class CursesScreen {
  private let output: CursesOutput
  private let window: UnsafeMutablePointer<WINDOW>
  private let keys: CursesKeys
  private let isColoured: Bool
  private var drawn: Canvas?
  private var size: (columns: Int, rows: Int)

  /// xterm's mode 2004 marks pasted text, so that its line ends are not taken for Enter.
  private static let (marksPaste, marksNoPaste) = ("\u{1B}[?2004h", "\u{1B}[?2004l")
  /// Ends an update that may be incomplete, and its style.
  private static let reset = "\u{1B}[?2026l\u{1B}[0m"

  /// nil if nothing can be drawn on this kind of terminal.
  init?(_ input: TerminalInput, columns: Int, rows: Int, isColoured: Bool) {
    Self.useUTF8()
    // The size is set below.
    use_env(false)
    guard let output = CursesOutput(), newterm(nil, output.stream, input.stream) != nil,
      tigetstr("cup") != nil, let window = newwin(0, 0, 0, 0), let keys = CursesKeys()
    else { return nil }
    self.output = output
    self.window = window
    self.keys = keys
    self.isColoured = isColoured && has_colors() && start_color() == OK
    size = (0, 0)
    nonl()
    leaveok(window, false)
    if self.isColoured {
      use_default_colors()
      for color in Style.Color.allCases where color != .none {
        init_pair(color.rawValue, color.number, -1)
      }
    }
    resize(columns: columns, rows: rows)
  }

  /// Makes the C library know the widths of all characters, as the daemon's texts have them.
  nonisolated static func useUTF8() {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Returns the keys that have arrived.
  func readKeys() -> [Key] { keys.read() }

  // MARK: Drawing

  /// Draws everything again next time.
  func invalidate() {
    drawn = nil
  }

  /// - Returns: the bytes that make the terminal show the canvas; empty if it does already.
  func draw(_ canvas: Canvas) -> [UInt8] {
    guard canvas != drawn else { return [] }
    if size != (canvas.columns, canvas.rows) {
      resize(columns: canvas.columns, rows: canvas.rows)
    }
    let before = drawn
    if before == nil { clearok(window, true) }
    drawn = canvas
    werase(window)
    var uncertain: [Int: [Canvas.Span]] = [:]
    for (row, spans) in canvas.spans.enumerated() {
      for span in spans { uncertain[row, default: []] += put(span, row) }
    }
    curs_set(canvas.cursor == nil ? 0 : 1)
    let cursor = canvas.cursor ?? Canvas.Position(row: 0, column: 0)
    wmove(window, Int32(cursor.row), Int32(cursor.column))
    wnoutrefresh(window)
    doupdate()
    var text = String(decoding: output.take(), as: UTF8.self)
    if before == nil { text += Self.marksPaste }
    for (row, spans) in uncertain.sorted(by: { $0.key < $1.key })
    where before?.spans[row] != canvas.spans[row] {
      for span in spans { text += overlay(span, row) }
    }
    return Array(text.utf8)
  }

  /// Draws a span, with placeholders for clusters of uncertain width.
  ///
  /// - Returns: these clusters.
  private func put(_ span: Canvas.Span, _ row: Int) -> [Canvas.Span] {
    wattr_set(window, span.style.attributes, isColoured ? span.style.color.rawValue : 0, nil)
    var uncertain: [Canvas.Span] = []
    var column = span.column
    var run = ""
    let putRun = { (window: UnsafeMutablePointer<WINDOW>, text: String, column: Int) in
      let characters = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
      mvwaddnwstr(window, Int32(row), Int32(column), characters, Int32(characters.count))
    }
    var start = column
    for cluster in span.text {
      if cluster.isUncertain {
        putRun(window, run, start)
        run = ""
        let placeholder = String(repeating: "\u{A0}", count: cluster.columns)
        putRun(window, placeholder, column)
        uncertain.append(Canvas.Span(column: column, text: String(cluster), style: span.style))
        start = column + cluster.columns
      } else {
        run.append(cluster)
      }
      column += cluster.columns
    }
    putRun(window, run, start)
    return uncertain
  }

  /// The bytes that draw a cluster over its placeholder. The cursor returns to where ncurses expects
  /// it, wherever the terminal has left it.
  private func overlay(_ span: Canvas.Span, _ row: Int) -> String {
    let blank = String(repeating: " ", count: span.text.columns)
    let position = "\u{1B}[\(row + 1);\(span.column + 1)H"
    let style = span.style.isReverse ? "\u{1B}[0;7m" : "\u{1B}[0m"
    return "\u{1B}7\(style)\(position)\(blank)\(position)\(span.text)\u{1B}8"
  }

  private func resize(columns: Int, rows: Int) {
    resize_term(Int32(rows), Int32(columns))
    wresize(window, Int32(rows), Int32(columns))
    size = (columns, rows)
    drawn = nil
  }

  // MARK: The end

  /// The bytes that leave the terminal as it was. Drawing again enters it again.
  func leave() -> [UInt8] {
    endwin()
    drawn = nil
    return Array("\(Self.reset)\(Self.marksNoPaste)".utf8) + output.take()
  }
}

extension Style {
  fileprivate var attributes: attr_t {
    (isBold ? curses_bold : 0) | (isDim ? curses_dim : 0) | (isReverse ? curses_reverse : 0)
      | (isUnderlined ? curses_underline : 0)
  }
}

extension Style.Color {
  /// Its number in ncurses.
  fileprivate var number: Int16 {
    switch self {
    case .none: -1
    case .green: Int16(COLOR_GREEN)
    case .red: Int16(COLOR_RED)
    case .yellow: Int16(COLOR_YELLOW)
    case .cyan: Int16(COLOR_CYAN)
    }
  }
}
