internal import BoxClient
internal import BoxWire
internal import Terminal

/// A session as the user sees it: the scene that is shown, and what can be done.
struct SessionPage {
  var scene: ShownScene {
    didSet { if scene.entry != oldValue.entry { start = 0 } }
  }
  /// A message from the client itself, such as that the connection is lost; nil for none.
  var notice: String?
  /// Why the last line had no effect; nil if it had.
  var failure: String?
  /// What is shown in place of the scene until the next line; nil for nothing.
  var overlay: Overlay? {
    didSet { if overlay != nil || oldValue != nil { start = 0 } }
  }
  /// To be carried out by the next drawing, which knows how much fits.
  var turns: [LineEditor.PageTurn] = []
  /// The number of lines that are scrolled past.
  private var start = 0

  init(scene: ShownScene) {
    self.scene = scene
  }

  /// What a user has asked for.
  enum Overlay {
    /// All intents of a scene, with their summaries and parameters.
    case help(ShownScene)
    /// The answer of an intent.
    case answer(JSONText)
  }

  /// The scene and the menu, as long as they are.
  func printed(width: Int, palette: Palette) -> [String] {
    let content = scene.content
    return alerts(of: content, width, palette)
      + content.lines(width: width, height: nil, palette: palette)
      + [""] + menu(content, width, palette)
  }

  /// The page with a line to type in at the bottom.
  ///
  /// - Parameters:
  ///   - typed: the text on that line, and the column of the cursor in it.
  mutating func drawn(
    columns: Int, rows: Int, palette: Palette, _ prompt: SessionPrompt,
    typed: (_ width: Int) -> (text: String, cursor: Int)
  ) -> ScreenFrame {
    let question = prompt.label.printable
    // The answer needs room.
    let label = question.displayWidth <= columns * 2 / 3 ? question : ""
    let (text, cursor) = typed(max(2, columns - label.displayWidth))
    let content = scene.content
    let below =
      messages(prompt, columns, palette)
      + (label == question ? [] : TextWrap.lines(of: question, width: columns))
      .map { palette.styled($0, .bold) }
    let rest = max(0, rows - below.count - 1)
    let menu =
      prompt.hint.isEmpty ? menu(content, columns, palette).limited(to: max(2, rest / 3)) : []
    let gap = menu.isEmpty ? 0 : 1
    let above = top(content, columns, max(0, rest - menu.count - gap), palette)
    let blank = [String](repeating: "", count: max(0, rest - above.count - menu.count))
    let lines = above + blank + menu + below
    return ScreenFrame(
      lines.suffix(rows - 1) + [palette.styled(label, .bold) + text],
      cursor: min(label.displayWidth + cursor, columns - 1))
  }

  /// The part of the scene, or of what is shown in its place, that is scrolled to.
  private mutating func top(
    _ content: any SceneContent, _ width: Int, _ height: Int, _ palette: Palette
  ) -> [String] {
    let fitted = lines(content, width, height, palette)
    guard !turns.isEmpty || start > 0 else { return fitted }
    let all = lines(content, width, nil, palette)
    for turn in turns {
      switch turn {
      // What was hidden comes next.
      case .forward: start = start == 0 ? all.commonPrefix(with: fitted) : start + height - 1
      case .back: start = max(0, start - height + 1)
      }
    }
    turns = []
    start = max(0, min(start, all.count - height))
    guard start > 0 else { return fitted }
    let hidden = all.count - start - height
    guard hidden > 0 else { return Array(all[start...]) }
    let more = "… \(hidden + 1) more lines".truncated(to: width)
    return all[start...].prefix(max(0, height - 1)) + [palette.styled(more, .dim)]
  }

  /// - Parameter height: nil for no limit.
  private func lines(
    _ content: any SceneContent, _ width: Int, _ height: Int?, _ palette: Palette
  ) -> [String] {
    if let overlay {
      return PageLayout(width: width, height: height, palette: palette)
        .lines(head: [], sections: [lines(of: overlay, width, palette)], notice: nil)
    }
    let alerts = Array(alerts(of: content, width, palette).prefix(height ?? .max))
    return alerts
      + content.lines(width: width, height: height.map { $0 - alerts.count }, palette: palette)
  }

  private func alerts(
    of content: any SceneContent, _ width: Int, _ palette: Palette
  ) -> [String] {
    content.alerts.flatMap {
      StyledText.hanging("Alert: ", $0.printable, width: width, style: .boldRed)
    }.map { palette.styled($0.text, $0.style) }
  }

  private func messages(_ prompt: SessionPrompt, _ width: Int, _ palette: Palette) -> [String] {
    let texts: [(String?, Palette.Style)] = [
      (failure, .red), (notice, .dim), (prompt.hint.isEmpty ? nil : prompt.hint, .dim),
    ]
    return texts.flatMap { text, style in
      (text.map { TextWrap.lines(of: $0.printable, width: width) } ?? [])
        .map { palette.styled($0, style) }
    }
  }

  // MARK: The menu

  private func menu(
    _ content: any SceneContent, _ width: Int, _ palette: Palette
  ) -> [String] {
    let items = scene.description.intents.enumerated().map { index, intent in
      "\(index + 1) \(Self.name(of: intent, content))"
    }
    return Self.flowing(items + ["? help"], width: width)
  }

  /// The name of an intent, with the daemon's word for it if that says something else.
  private static func name(of intent: SceneIntent, _ content: any SceneContent) -> String {
    guard let caption = content.captions[intent.path.text],
      caption.lowercased() != intent.name.lowercased()
    else { return intent.name }
    return "\(intent.name) (\(caption.printable))"
  }

  /// All intents with their parameters, optional ones in brackets, and their summaries.
  func help(width: Int) -> [String] {
    let content = scene.content
    let digits = "\(scene.description.intents.count)".count
    let names = scene.description.intents.enumerated().map { index, intent in
      "\("\(index + 1)".leftAligned(in: digits))  \(Self.name(of: intent, content))"
    }
    let start = min(names.map(\.displayWidth).max() ?? 0, width / 2)
    return zip(names, scene.description.intents).flatMap { name, intent in
      let parameters = intent.parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }
      let list = parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", "))) "
      let first = "\(name.truncated(to: max(1, start)).leftAligned(in: start))  "
      return StyledText.hanging(
        first, "\(list)\(intent.summary)".printable, width: width, style: nil
      ).map(\.text)
    }
  }

  private func lines(of overlay: Overlay, _ width: Int, _ palette: Palette) -> [String] {
    switch overlay {
    case .help(let scene): SessionPage(scene: scene).help(width: width)
    case .answer(let json): JSONPage(width: width, palette: palette).lines(json)
    }
  }

  /// Items one after another, as many on a line as fit.
  private static func flowing(_ items: [String], width: Int) -> [String] {
    var lines: [String] = []
    for item in items.map({ $0.truncated(to: width) }) {
      let last = lines.last ?? ""
      if !lines.isEmpty, last.displayWidth + 2 + item.displayWidth <= width {
        lines[lines.count - 1] = "\(last)  \(item)"
      } else {
        lines.append(item)
      }
    }
    return lines
  }
}

extension [String] {
  /// The number of lines with which both begin.
  fileprivate func commonPrefix(with other: [String]) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }

  /// At most this many lines; the last one says that there are more.
  fileprivate func limited(to count: Int) -> [String] {
    self.count <= count ? self : prefix(count - 1) + ["… ? help"]
  }
}
