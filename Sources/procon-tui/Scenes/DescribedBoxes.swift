internal import BoxClient
internal import BoxWire
internal import Terminal

/// The boxes of a scene as lines, by their schemas alone: single values together, then each object
/// as a list of its members, and each list of objects as a table.
struct DescribedBoxes {
  private let boxes: [(name: String, value: JSONText, schema: ValueSchema)]

  init(_ scene: ShownScene) {
    // Alerts are shown as such.
    boxes = scene.boxes.filter { $0.path.split(separator: ".").last != "isErrorFree" }
      .map { path, value in
        let name = Path(path).flatMap { path in
          scene.entry?.part(of: path).map { path.name(in: $0) }
        }
        return (name ?? path, value, scene.description.schema(of: path))
      }
  }

  /// The lines, none wider than `width`.
  func lines(width: Int) -> [String] {
    var single: [(String, String)] = []
    var others: [String] = []
    for (name, value, schema) in boxes {
      if let rows = value.elements, rows.contains(where: { $0.members != nil }) {
        others += ["", "\(name) (\(rows.count))"] + table(rows, schema.element.memberNames, width)
      } else if let members = value.members {
        let names = schema.memberNames
        let known = names.compactMap { name in members.first { $0.name == name } }
        let all = known + members.filter { !names.contains($0.name) }
        others += ["", name] + list(all.map { ($0.name, $0.value.words) }, width)
      } else {
        single.append((name, value.words))
      }
    }
    return list(single, width) + others
  }

  private func list(_ fields: [(name: String, value: String)], _ width: Int) -> [String] {
    let start = min(fields.map { $0.name.printable.columns }.max() ?? 0, width / 2)
    return fields.flatMap { name, value in
      TextPage.lines(of: value, width: max(1, width - start - 2)).enumerated().map { index, line in
        pad(index == 0 ? name.printable : "", start) + "  " + line
      }
    }
  }

  private func table(_ rows: [JSONText], _ names: [String], _ width: Int) -> [String] {
    var columns = names
    for row in rows {
      for member in row.members ?? [] where !columns.contains(member.name) {
        columns.append(member.name)
      }
    }
    let cells = rows.map { row in
      columns.map { (row[$0]?.words ?? "").replacing("\n", with: " ").printable }
    }
    let room = max(Self.narrowest, width / max(1, columns.count) - 2)
    let widths = columns.indices.map { column in
      min(room, ([columns[column].printable] + cells.map { $0[column] }).map(\.columns).max() ?? 0)
    }
    return ([columns.map(\.printable)] + cells).map { row in
      zip(row, widths).map { pad($0, $1) }.joined(separator: "  ")
    }
  }

  /// Columns that are cut keep at least this width.
  private static let narrowest = 8

  private func pad(_ text: String, _ width: Int) -> String {
    let text = text.cut(to: width)
    return text + String(repeating: " ", count: max(0, width - text.columns))
  }
}

extension JSONText {
  /// The value for people: a string as it is, a list of single values with a line for each.
  fileprivate var words: String {
    if let string { return string }
    if let boolean { return boolean ? "yes" : "no" }
    if isNull { return "–" }
    guard let elements, !elements.contains(where: { $0.elements != nil || $0.members != nil })
    else { return description }
    return elements.map(\.words).joined(separator: "\n")
  }
}
