internal import CNcurses
internal import Glibc
internal import Terminal
internal import UVLoop

/// The state of ncurses, of which a process has only one: compares what is to be drawn with what the
/// terminal shows, determines the bytes that change it, and reads keys.
///
/// ncurses writes to a file in memory. So a slow terminal never blocks the loop, and its settings are
/// changed by `TerminalEcho` alone.
@LoopActor
final class CursesScreen: Painter {
  let delivery = TerminalEcho.Delivery.keys
  var pressed: (@LoopActor (Key) -> Void)?
  /// Called when the terminal is gone.
  var vanished: (@LoopActor () -> Void)?

  private let frame: @LoopActor (_ columns: Int, _ rows: Int) -> Canvas
  private let input: TerminalInput
  private let output: CursesOutput
  private let window: UnsafeMutablePointer<WINDOW>
  private let keys: CursesKeys
  private let isColoured: Bool
  private var drawn: Canvas?
  /// The URLs in what was drawn, for each row.
  private var linked: [[Canvas.LinkedSpan]] = []
  private var size: (columns: Int, rows: Int)

  /// xterm's mode 2004 marks pasted text, so that its line ends are not taken for Enter.
  private static let (marksPaste, marksNoPaste) = ("\u{1B}[?2004h", "\u{1B}[?2004l")
  /// NO-BREAK SPACE, where an overlay is drawn.
  private static let placeholder: wchar_t = 0xA0
  /// xterm's mode 2026, between whose ends a terminal that knows it shows nothing: no screen that is
  /// half the old one.
  private static let (beginsUpdate, endsUpdate) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
  /// Ends an update that may be incomplete, and its style.
  private static let reset = "\(endsUpdate)\u{1B}[0m"

  /// nil if nothing can be drawn on the terminal.
  ///
  /// - Parameter frame: returns what to draw.
  init?(
    columns: Int, rows: Int, isColoured: Bool,
    frame: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> Canvas
  ) {
    Self.useUTF8()
    guard let input = TerminalInput(), let output = CursesOutput(),
      Self.begin(output, input, columns: columns, rows: rows),
      tigetstr("cup") != nil, let window = newwin(0, 0, 0, 0), let keys = CursesKeys()
    else { return nil }
    self.frame = frame
    self.input = input
    self.output = output
    self.window = window
    self.keys = keys
    self.isColoured = isColoured && has_colors() && start_color() == OK
    size = (0, 0)
    nonl()
    leaveok(window, false)
    if self.isColoured {
      use_default_colors()
    }
    useSettings()
    resize(columns: columns, rows: rows)
    input.ready = { [unowned self] in ready($0) }
  }

  /// Uses the user's colours, and the mouse or not, with the next frame.
  func useSettings() {
    drawn = nil
    guard isColoured else { return }
    let palette = ColorPalette(count: Int(colors()), theme: ScreenSettings.current.theme)
    for color in Style.Color.allCases where color != .none {
      init_extended_pair(Int32(color.rawValue), palette[color], -1)
    }
  }

  /// - Returns: whether anything is known about this kind of terminal.
  private static func begin(
    _ output: CursesOutput, _ input: TerminalInput, columns: Int, rows: Int
  ) -> Bool {
    // ncurses cannot ask a file in memory for its size, and not all descriptions of terminals have one.
    let size = ["LINES": rows, "COLUMNS": columns]
    let before = size.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
    for (name, value) in size { setenv(name, "\(value)", 1) }
    defer {
      // A program that is started later asks the terminal.
      for (name, value) in before {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    return newterm(nil, output.stream, input.stream) != nil
  }

  /// Makes the C library know the widths of all characters, as the daemon's texts have them.
  nonisolated static func useUTF8() {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private func ready(_ arrival: TerminalInput.Arrival) {
    switch arrival {
    case .characters: for key in keys.read(isSequence: false) { pressed?(key) }
    case .sequence: for key in keys.read(isSequence: true) { pressed?(key) }
    case .mouse(let key): if !keys.isPasting { pressed?(key) }
    case .end:
      // It would be reported again and again.
      input.end()
      vanished?()
    }
  }

  // MARK: Drawing

  func invalidate() {
    drawn = nil
  }

  func paint(columns: Int, rows: Int) -> [UInt8] {
    let canvas = frame(columns, rows)
    guard canvas != drawn else { return [] }
    if size != (canvas.columns, canvas.rows) {
      resize(columns: canvas.columns, rows: canvas.rows)
    }
    let before = drawn
    if before == nil {
      clearok(window, true)
      input.resume()
    }
    drawn = canvas
    werase(window)
    let relinked = relink(canvas, before)
    var uncertain: [Int: [Canvas.Span]] = [:]
    for (row, spans) in canvas.spans.enumerated() {
      for span in spans {
        let clusters = put(span, row)
        uncertain[row]?.removeAll { $0.columns.overlaps(span.columns) }
        if !clusters.isEmpty { uncertain[row, default: []] += clusters }
      }
    }
    for row in relinked {
      for linked in linked[row] { _ = put(linked.span.blank, row) }
    }
    curs_set(canvas.cursor == nil ? 0 : 1)
    let cursor = canvas.cursor ?? Canvas.Position(row: 0, column: 0)
    var text = refresh(cursor)
    for row in relinked {
      for linked in linked[row] { text += link(linked, row) }
    }
    if !relinked.isEmpty { text += refresh(cursor) }
    if before == nil {
      let usesMouse = ScreenSettings.current.mouse
      text += Self.marksPaste + (usesMouse ? MouseReport.begins : MouseReport.ends)
    }
    for (row, spans) in uncertain.sorted(by: { $0.key < $1.key })
    where before?.spans[row] != canvas.spans[row] || relinked.contains(row) {
      for span in spans { text += overlay(span, row) }
    }
    return text.isEmpty ? [] : Array("\(Self.beginsUpdate)\(text)\(Self.endsUpdate)".utf8)
  }

  /// The bytes that make the terminal show the window.
  private func refresh(_ cursor: Canvas.Position) -> String {
    wmove(window, Int32(cursor.row), Int32(cursor.column))
    wnoutrefresh(window)
    doupdate()
    return String(decoding: output.take(), as: UTF8.self)
  }

  /// Finds the URLs in what is to be drawn.
  ///
  /// - Returns: the rows in which they, or cells among them, have changed. These are drawn as a whole,
  ///   because ncurses does not know that a character belongs to a link, or no longer does.
  private func relink(_ canvas: Canvas, _ before: Canvas?) -> [Int] {
    let old = before == nil ? [] : linked
    linked = TerminalLink.isKnownToTerminal ? canvas.linkedSpans : []
    // Characters that are inserted would shift the links behind them.
    idcok(window, linked.allSatisfy(\.isEmpty) && old.allSatisfy(\.isEmpty))
    return linked.indices.filter { row in
      let old = old.indices.contains(row) ? old[row] : []
      guard !linked[row].isEmpty || !old.isEmpty else { return false }
      if linked[row] == old, let before {
        guard let changed = canvas.changedColumns(of: row, since: before),
          old.contains(where: { $0.span.columns.overlaps(changed) })
        else { return false }
      }
      wredrawln(window, Int32(row), 1)
      return true
    }
  }

  /// The bytes that draw a URL over its blanks. The cursor is moved before: ncurses may draw what it
  /// moves over.
  private func link(_ linked: Canvas.LinkedSpan, _ row: Int) -> String {
    let start = Canvas.Position(row: row, column: linked.span.column)
    let movement = refresh(start)
    _ = put(linked.span, row)
    let end = Canvas.Position(row: row, column: linked.span.columns.upperBound - 1)
    return movement + linked.link.begin + refresh(end) + TerminalLink.end
  }

  /// Draws a span, with placeholders for clusters of uncertain width.
  ///
  /// - Returns: these clusters.
  private func put(_ span: Canvas.Span, _ row: Int) -> [Canvas.Span] {
    wattr_set(window, span.style.attributes, isColoured ? span.style.color.rawValue : 0, nil)
    func put(_ run: [wchar_t], at column: Int) {
      mvwaddnwstr(window, Int32(row), Int32(column), run, Int32(run.count))
    }
    let plain = span.text.plainPrefix
    var run = Self.wide(plain)
    var start = span.column
    var column = start + run.count
    var uncertain: [Canvas.Span] = []
    for cluster in span.text[plain.endIndex...] {
      let cells = cluster.cells
      if cells.areUncertain {
        put(run, at: start)
        run = []
        put([wchar_t](repeating: Self.placeholder, count: cells.columns), at: column)
        uncertain.append(Canvas.Span(column: column, text: String(cluster), style: span.style))
        start = column + cells.columns
      } else {
        for scalar in cluster.unicodeScalars { run.append(wchar_t(bitPattern: scalar.value)) }
      }
      column += cells.columns
    }
    put(run, at: start)
    return uncertain
  }

  // Not isolated: the isolation of a closure would be checked for each character.
  private nonisolated static func wide(_ plain: Substring) -> [wchar_t] {
    plain.utf8.map { wchar_t($0) }
  }

  /// The bytes that draw a cluster over its placeholder. The cursor returns to where ncurses expects
  /// it, wherever the terminal has left it.
  private func overlay(_ span: Canvas.Span, _ row: Int) -> String {
    let blank = String(repeating: " ", count: span.text.columns)
    let position = "\u{1B}[\(row + 1);\(span.column + 1)H"
    let style = span.style.isReverse ? "\u{1B}[0;7m" : "\u{1B}[0m"
    return "\u{1B}7\(style)\(position)\(blank)\(position)\(span.text)\u{1B}8"
  }

  /// The bytes that copy a text to the clipboard of the terminal (xterm's OSC 52).
  static func copying(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{7}".utf8)
  }

  private func resize(columns: Int, rows: Int) {
    resize_term(Int32(rows), Int32(columns))
    wresize(window, Int32(rows), Int32(columns))
    size = (columns, rows)
    drawn = nil
  }

  // MARK: The end

  /// Also leaves what is typed to other programs.
  func leave() -> [UInt8] {
    input.pause()
    endwin()
    drawn = nil
    return Array("\(Self.reset)\(Self.marksNoPaste)\(MouseReport.ends)".utf8) + output.take()
  }
}

extension Style {
  fileprivate var attributes: attr_t {
    (isBold ? curses_bold : 0) | (isDim ? curses_dim : 0) | (isReverse ? curses_reverse : 0)
      | (isUnderlined ? curses_underline : 0)
  }
}
