internal import BoxWire
internal import Terminal

extension WaybarItem {
  /// - Parameters:
  ///   - boxes: path and value of each.
  init(_ boxes: [(path: String, value: JSONText)]) {
    let boxes = boxes.sorted { $0.path < $1.path }
    let values = Dictionary(boxes) { _, last in last }
    let boards = boxes.compactMap { box in
      Board.root(of: box.path, box.value).map { Board(at: $0, name: $0) { values[$0] } }
    }
    if !boards.isEmpty {
      self.init(boards)
    } else if boxes.count == 1, boxes[0].value["text"]?.string != nil {
      self.init(ready: boxes[0].value)
    } else {
      self.init(plain: boxes)
    }
    if boxes.contains(where: { Alert(path: $0.path, value: $0.value) != nil }) {
      classes.append("alert")
    }
  }

  /// Topics: title and score of each; the arguments of one.
  private init(_ boards: [Board]) {
    text = boards.prefix(Self.mostTexts).map { "\($0.title) \($0.signedScore)" }
      .joined(separator: " · ")
    tooltip = boards.flatMap { board in
      [board.title, board.figures] + board.alerts.map { "Alert: \($0)" }
        + board.proArguments.map { "+ \($0.label)" } + board.conArguments.map { "- \($0.label)" }
    }
    if boards.count == 1 {
      classes = [boards[0].leaning].filter(\.isClassName)
      percentage = boards[0].prosPercentage
    }
  }

  /// A value that somebody made for a bar: an object with these members.
  private init(ready value: JSONText) {
    text = value["text"]?.plain ?? ""
    tooltip = (value["tooltip"]?.string ?? text).split(separator: "\n").map(String.init)
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

  /// What fits into a bar.
  private static var mostTexts: Int { 8 }
}

extension Board {
  /// The path under which a topic's boxes are, if this is its summary.
  fileprivate static func root(of path: String, _ value: JSONText) -> String? {
    guard path.hasSuffix(".summary"), value["title"]?.string != nil,
      value["score"]?.integer != nil
    else { return nil }
    return String(path.dropLast(".summary".count))
  }

  fileprivate var signedScore: String { score > 0 ? "+\(score)" : "\(score)" }

  /// As below a board's title.
  fileprivate var figures: String {
    BoardSummary(board: self).lines(width: 1000).map { $0.map(\.text).joined() }.joined()
  }

  /// The share of the pros: of the weight of all arguments where these are known, else of their
  /// number. nil when there are none.
  fileprivate var prosPercentage: Int? {
    let isKnown = proArguments.count == pros && conArguments.count == cons
    let inFavour = isKnown ? proArguments.weight : Double(pros)
    let against = isKnown ? conArguments.weight : Double(cons)
    guard inFavour >= 0, against >= 0, inFavour + against > 0 else { return nil }
    return Int((inFavour * 100 / (inFavour + against)).rounded())
  }
}

extension [Board.Argument] {
  /// A double, which no sum overflows.
  fileprivate var weight: Double { reduce(0) { $0 + Double($1.weight) } }
}

extension String {
  /// Whether it is a name for CSS that needs no escapes.
  fileprivate var isClassName: Bool {
    (1...64).contains(utf8.count)
      && unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || $0 == "-" || $0 == "_" || ("0"..."9").contains($0))
      }
  }
}
