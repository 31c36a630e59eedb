internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// The boxes of a scene as lines, by their schemas alone: single values together, then each object
/// as a list of its members, and each list of objects as a table.
struct DescribedBoxes {
  /// A line of a scene.
  struct Line {
    let text: String
    /// What it shows, named as in ``DescribedBoxes/parts``; nil for nothing.
    let part: String?
  }

  /// A box of a scene.
  private struct Part {
    /// For people.
    let name: String
    let path: String
    let value: JSONText
    let schema: ValueSchema
    /// Of what its elements or members begin with.
    let group: String

    /// Whether it says how the daemon gets the others.
    var isOfFetching: Bool { [".isFetching", ".freshness"].contains { path.hasSuffix($0) } }

    var rows: [JSONText]? {
      value.elements.flatMap { rows in rows.contains { $0.members != nil } ? rows : nil }
    }

    /// The name of an element: as the daemon's history names an argument or a post, if it has an id.
    func name(of row: JSONText, at index: Int) -> String {
      "\(group).\(row["id"]?.string ?? "\(index)")"
    }
  }

  private let boxes: [Part]

  init(_ scene: ShownScene) {
    // Alerts are shown as such.
    boxes = scene.boxes.filter { $0.path.split(separator: ".").last != "isErrorFree" }
      .map { path, value in
        let name = Path(path).flatMap { path in
          scene.entry?.part(of: path).map { path.name(in: $0) }
        }
        return Part(
          name: name ?? path, path: path, value: value,
          schema: scene.description.schema(of: path),
          group: Self.group(path, in: scene.entry?.place))
      }
  }

  /// Of a list of items, its path under that of the scene's place, as in the daemon's history; of any
  /// other box, its path.
  private static func group(_ path: String, in place: String?) -> String {
    guard let place, path.hasPrefix("\(place)."), path.hasSuffix(".items") else { return path }
    return String(path.dropFirst(place.utf8.count + 1).dropLast(".items".utf8.count))
  }

  /// Whether any of them is still being fetched.
  var isFetching: Bool { boxes.contains { $0.isOfFetching && $0.value.boolean == true } }

  /// What people can change: single values, members and elements, by names.
  var parts: [(name: String, thing: JSONText)] {
    boxes.filter { !$0.isOfFetching }.flatMap { box -> [(name: String, thing: JSONText)] in
      if let rows = box.rows {
        return rows.enumerated().map { (box.name(of: $1, at: $0), $1) }
      }
      return box.value.members?.map { ("\(box.path).\($0.name)", $0.value) }
        ?? [(box.path, box.value)]
    }
  }

  /// The lines, none wider than `width` columns.
  func lines(width: Int) -> [Line] {
    var single: [(name: String, value: JSONText, part: String)] = []
    var others: [Line] = []
    for box in boxes {
      let name = box.name.printable
      if let rows = box.rows {
        let table = ValueTable(rows, columns: box.schema.element.memberNames) { $0.columns }
          .lines(width: width, palette: Palette(isColoured: false))
        let names: [String?] =
          [nil, box.group, nil] + rows.enumerated().map { box.name(of: $1, at: $0) }
        let texts = ["", "\(name) (\(rows.count))".cut(to: width)] + table
        others += zip(texts, names).map(Line.init)
      } else if box.value.members != nil {
        others += ["", name.cut(to: width)].map { Line(text: $0, part: nil) }
        others += list(
          box.value.members(inOrderOf: box.schema.memberNames).map {
            ($0.name, $0.value, "\(box.path).\($0.name)")
          }, width)
      } else {
        single.append((name, box.value, box.path))
      }
    }
    return list(single, width) + others
  }

  private func list(
    _ fields: [(name: String, value: JSONText, part: String)], _ width: Int
  ) -> [Line] {
    let start = min(fields.map { $0.name.printable.columns }.max() ?? 0, width / 2)
    return fields.flatMap { name, value, part in
      TextPage.lines(of: value.words, width: width - start - 2).enumerated().map { index, line in
        let name = index == 0 ? name.printable.cut(to: start) : ""
        let gap = String(repeating: " ", count: start - name.columns + 2)
        return Line(text: name + gap + line, part: part)
      }
    }
  }
}
