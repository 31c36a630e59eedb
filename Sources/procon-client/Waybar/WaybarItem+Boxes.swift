internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

extension WaybarItem {
  /// - Parameters:
  ///   - boxes: path and value of each.
  init(_ boxes: [(path: String, value: JSONText)]) {
    let boxes = boxes.sorted { $0.path < $1.path }
    let values = Dictionary(boxes) { _, last in last }
    let topics = boxes.compactMap { box in
      BoardPage.root(of: box.path).map { BoardPage(at: $0, name: $0) { values[$0] } }
    }.compactMap { board in
      board.summary.map { (board, $0) }
    }
    let awaiting = values[AwaitingSummary.box].flatMap { try? $0.decoded(as: AwaitingSummary.self) }
    if !topics.isEmpty || awaiting != nil {
      self.init(topics)
    } else if boxes.count == 1, boxes[0].value.isMadeForBar {
      self.init(ready: boxes[0].value)
    } else {
      self.init(plain: boxes)
    }
    if let awaiting, awaiting.count > 0 {
      let items = values[AwaitingItem.box].flatMap { try? $0.decoded(as: [AwaitingItem].self) }
      add(awaiting, items ?? [])
    }
    if boxes.contains(where: { Alert(path: $0.path, value: $0.value) != nil }) {
      alt = Self.alert
      classes.append(Self.alert)
    }
  }

  /// An item for topics: title and score of each, with their arguments in the tooltip. A single
  /// topic also has the icon of its leaning.
  private init(_ topics: [(board: BoardPage, summary: Summary)]) {
    text = topics.prefix(Self.mostTexts).map { board, summary in
      [board.title, summary.scoreText].compactMap(\.self).joined(separator: " ")
    }.joined(separator: " · ")
    for (board, summary) in topics {
      tooltip += [board.title, summary.line]
      tooltip += board.alerts.map { "Alert: \($0)" }
      tooltip += board.proLabels.map { "+ \($0)" }
      tooltip += board.conLabels.map { "- \($0)" }
    }
    if topics.count == 1 {
      classes = [topics[0].summary.leaning?.rawValue].compactMap(\.self)
      alt = classes.first
      percentage = topics[0].summary.prosPercentage
    }
  }

  /// Adds what waits for the user: in words to the text, and each thing to the tooltip, where it is first.
  private mutating func add(_ summary: AwaitingSummary, _ items: [AwaitingItem]) {
    text = [text, summary.line].filter { !$0.isEmpty }.joined(separator: " · ")
    tooltip = items.map(\.line) + tooltip
    classes.append(Self.awaiting)
    alt = alt ?? Self.awaiting
  }

  /// An item for a value that is made for a bar: its members say what to show.
  private init(ready value: JSONText) {
    text = value["text"]?.plain ?? ""
    alt = value["alt"]?.plain
    tooltip = (value["tooltip"]?.bare ?? text)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let names = value["class"]?.elements ?? [value["class"]].compactMap(\.self)
    classes = names.compactMap(\.string).filter(\.isClassName).prefix(Self.mostTexts).map(\.self)
    percentage = value["percentage"]?.double.map { Int(min(100, max(0, $0.rounded()))) }
  }

  private init(plain boxes: [(path: String, value: JSONText)]) {
    text = boxes.prefix(Self.mostTexts).map(\.value.plain).joined(separator: " · ")
    tooltip = boxes.map { "\($0.path): \($0.value.plain)" }
    if boxes.count == 1, let number = boxes[0].value.double, (0...100).contains(number) {
      percentage = Int(number.rounded())
    }
  }

  /// The maximum number of texts that fit into a bar.
  private static var mostTexts: Int { 8 }
}

extension BoardPage {
  /// The path under which a topic's boxes are, if this is the path of its summary.
  fileprivate static func root(of path: String) -> String? {
    path.hasSuffix(".summary") ? String(path.dropLast(".summary".count)) : nil
  }
}

extension JSONText {
  /// Whether it is an object with at least one of the members that Waybar knows.
  fileprivate var isMadeForBar: Bool {
    ["text", "alt", "tooltip", "class", "percentage"].contains { self[$0] != nil }
  }
}

extension String {
  /// Whether this text is a CSS name that needs no escapes.
  fileprivate var isClassName: Bool {
    (1...64).contains(utf8.count)
      && unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || $0 == "-" || $0 == "_" || ("0"..."9").contains($0))
      }
  }
}
