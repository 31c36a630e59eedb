internal import BoardValues
internal import Terminal
internal import TerminalClient

/// The boards of a topic that has options: its own if it has arguments, and that of each option.
struct BoardTabs {
  private(set) var options: [OptionItem] = []
  /// The boards that can be shown, in their order; never empty.
  private(set) var names = [BoardName.own]
  private(set) var shown = BoardName.own
  /// What the user has added or moved something to, which is shown once it is there.
  var awaited: BoardName?
  /// Whether the shown board is what is shown at first, while not all is known.
  private var isFirst = true
  /// Where the tabs were drawn last.
  private var frames: [(name: BoardName, row: Int, columns: Range<Int>)] = []

  /// Takes new options.
  ///
  /// - Parameters:
  ///   - hasOwn: whether the topic's own board has arguments.
  ///   - isLoading: whether more may be read.
  ///   - isHeld: whether the shown board stays, although its option is gone.
  mutating func update(_ options: [OptionItem], hasOwn: Bool, isLoading: Bool, isHeld: Bool) {
    let place = names.firstIndex(of: shown) ?? 0
    self.options = options
    if options.isEmpty { frames = [] }
    names = options.map { BoardName(option: $0.id) }
    if hasOwn || options.isEmpty { names.insert(.own, at: 0) }
    if let awaited, names.contains(awaited), !isHeld { select(awaited) }
    guard !isHeld else { return }
    if isFirst { shown = names[0] }
    isFirst = isFirst && isLoading
    if !names.contains(shown) { shown = names[min(place, names.count - 1)] }
  }

  mutating func select(_ name: BoardName) {
    guard names.contains(name) else { return }
    (shown, isFirst, awaited) = (name, false, nil)
  }

  /// Shows the board so many tabs to the right.
  mutating func move(by steps: Int) {
    guard let place = names.firstIndex(of: shown) else { return }
    select(names[max(0, min(place + steps, names.count - 1))])
  }

  /// The option that is shown; nil if it is the topic's own board.
  var option: OptionItem? { options.first { $0.id == shown.option } }

  /// The option that is so many options behind the shown one; nil if there is none.
  func option(by steps: Int) -> OptionItem? {
    guard let place = options.firstIndex(where: { $0.id == shown.option }),
      options.indices.contains(place + steps)
    else { return nil }
    return options[place + steps]
  }

  // MARK: Drawing

  /// The most columns of a title where not all figures have room.
  private static let longestTitle = 20

  /// Draws the tabs in a row, as many as have room; the shown one is among them.
  ///
  /// - Parameters:
  ///   - own: the number of arguments on the topic's own board.
  ///   - style: returns the style of a tab.
  mutating func draw(
    on canvas: inout Canvas, row: Int, own: Int, style: (BoardName) -> Style
  ) {
    let width = canvas.columns
    let gone = names.contains(shown) ? [] : [(shown, " (deleted) ")]
    var tabs = gone + labels(own: own, isWhole: true)
    if tabs.reduce(-1, { $0 + 1 + $1.1.columns }) > width {
      tabs = gone + labels(own: own, isWhole: false)
    }
    let place = tabs.firstIndex { $0.0 == shown } ?? 0
    let first = first(of: tabs.map(\.1.columns), before: place, width: width)
    frames = []
    var column = first > 0 ? canvas.put("‹", row: row, .dim) : 0
    for (index, (name, label)) in tabs.enumerated().dropFirst(first) {
      let isLast = index == tabs.count - 1
      let room = width - column - (isLast ? 0 : 2)
      guard label.columns <= room || index == place else {
        canvas.put("›", row: row, column: width - 1, .dim)
        break
      }
      let style = name == shown ? style(name).selected : style(name)
      let end = canvas.put(label, row: row, column: column, width: room, style)
      frames.append((name, row, column..<end))
      column = end + 1
    }
  }

  /// The first tab to draw, so that the one at a place is drawn as a whole.
  private func first(of widths: [Int], before place: Int, width: Int) -> Int {
    // The marks of tabs that are not drawn.
    let isWhole = { [widths] (first: Int) in
      widths[first...place].reduce(first > 0 ? 1 : 0) { $0 + $1 + 1 } + 1 <= width
    }
    return (0...place).first(where: isWhole) ?? place
  }

  private func labels(own: Int, isWhole: Bool) -> [(BoardName, String)] {
    names.map { name in
      guard let option = options.first(where: { $0.id == name.option }) else {
        return (name, " Topic (\(own)) ")
      }
      guard !isWhole else { return (name, " \(option.id) \(option.line.visibleName) ") }
      let title = option.title.visibleName.cut(to: Self.longestTitle)
      let sign = option.score > 0 ? "+" : ""
      return (name, " \(option.id) \(title) \(sign)\(option.score) ")
    }
  }

  // MARK: The mouse

  /// - Returns: whether there is a tab at the position.
  mutating func click(row: Int, column: Int) -> Bool {
    guard let frame = frames.first(where: { $0.row == row && $0.columns.contains(column) }) else {
      return false
    }
    select(frame.name)
    return true
  }
}
