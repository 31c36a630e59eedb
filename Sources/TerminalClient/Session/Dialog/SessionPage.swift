internal import BoxClient
internal import BoxWire
internal import Terminal

/// A scene as a session prints it, and what can be done in it.
struct SessionPage {
  private let scene: ShownScene

  init(_ scene: ShownScene) {
    self.scene = scene
  }

  /// The scene and the menu, as long as they are.
  func lines(width: Int, palette: Palette) -> [String] {
    let content = scene.content
    return alerts(of: content, width, palette)
      + content.lines(width: width, palette: palette)
      + [""] + menu(content, width)
  }

  private func alerts(
    of content: any SceneContent, _ width: Int, _ palette: Palette
  ) -> [String] {
    content.alerts.flatMap {
      StyledText.hanging("Alert: ", $0.printable, width: width, style: .boldRed)
    }.map { palette.styled($0.text, $0.style) }
  }

  // MARK: The menu

  private func menu(_ content: any SceneContent, _ width: Int) -> [String] {
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
