internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

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

  /// The lines, none wider than `width` columns.
  func lines(width: Int) -> [String] {
    var single: [(String, JSONText)] = []
    var others: [String] = []
    for (name, value, schema) in boxes {
      let name = name.printable
      if let rows = value.elements, rows.contains(where: { $0.members != nil }) {
        let table = ValueTable(rows, columns: schema.element.memberNames) { $0.columns }
        others += ["", "\(name) (\(rows.count))".cut(to: width)]
        others += table.lines(width: width, palette: Palette(isColoured: false))
      } else if value.members != nil {
        others += ["", name.cut(to: width)]
        others += list(value.members(inOrderOf: schema.memberNames), width)
      } else {
        single.append((name, value))
      }
    }
    return list(single, width) + others
  }

  private func list(_ fields: [(name: String, value: JSONText)], _ width: Int) -> [String] {
    let start = min(fields.map { $0.name.printable.columns }.max() ?? 0, width / 2)
    return fields.flatMap { name, value in
      TextPage.lines(of: value.words, width: width - start - 2).enumerated().map { index, line in
        let name = index == 0 ? name.printable.cut(to: start) : ""
        return name + String(repeating: " ", count: start - name.columns + 2) + line
      }
    }
  }
}
