internal import BoxClient
package import BoxWire
internal import Terminal

/// A scene of any kind, shown by the values of its boxes and their schemas alone.
struct DescribedContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let boxes: [(name: String, value: JSONText, schema: ValueSchema)]

  init(title: String, _ scene: ShownScene) {
    self.title = title
    alerts = scene.alerts
    // Alerts are shown as such.
    let shown = scene.boxes.filter { $0.path.split(separator: ".").last != "isErrorFree" }
    let names = shown.map { scene.name(of: $0.path) }
    boxes = zip(names, shown).map { name, box in
      let isUnique = names.count { $0 == name } == 1
      return (isUnique ? name : box.path, box.value, scene.description.schema(of: box.path))
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let head = TextWrap.lines(of: title.visibleName, width: width).map { palette.styled($0, .bold) }
    return PageLayout(width: width, height: nil, palette: palette)
      .lines(head: head + [""], sections: sections(width, palette), notice: nil)
  }

  /// The single values together, then each table and each object.
  private func sections(_ width: Int, _ palette: Palette) -> [[String]] {
    var fields: [FieldList.Field] = []
    var others: [[String]] = []
    for (name, value, schema) in boxes {
      let heading = { (count: Int?) in
        let text = count.map { "\(name) (\($0))" } ?? name
        return palette.styled(text.printable.truncated(to: width), .bold)
      }
      if let rows = value.elements, rows.contains(where: { $0.members != nil }) {
        let table = ValueTable(rows, columns: schema.element.memberNames)
        others.append([heading(rows.count)] + table.lines(width: width, palette: palette))
      } else if value.members != nil {
        let list = FieldList(value.members(inOrderOf: schema.memberNames).map(FieldList.Field.init))
        others.append([heading(nil)] + list.lines(width: width, palette: palette))
      } else {
        fields.append(FieldList.Field((name, value)))
      }
    }
    let single = FieldList(fields).lines(width: width, palette: palette)
    return (single.isEmpty ? [] : [single]) + others
  }
}

extension ShownScene {
  /// The end of a box's path.
  fileprivate func name(of box: String) -> String {
    guard let path = Path(box), let part = entry?.part(of: path) else { return box }
    return path.name(in: part)
  }
}

extension FieldList.Field {
  fileprivate init(_ member: (name: String, value: JSONText)) {
    self.init(member.name, member.value.words, member.value.isNull ? .dim : nil)
  }
}

extension JSONText {
  /// The value for people: a string as it is, lists of single values with a line for each.
  package var words: String {
    if let string { return string }
    if let boolean { return boolean ? "yes" : "no" }
    if isNull { return "–" }
    guard let elements, !elements.contains(where: { $0.elements != nil || $0.members != nil })
    else {
      return description
    }
    return elements.map(\.words).joined(separator: "\n")
  }

  /// The members: first those of these names, then the others.
  package func members(inOrderOf names: [String]) -> [(name: String, value: JSONText)] {
    let members = members ?? []
    let known = names.compactMap { name in members.first { $0.name == name } }
    return known + members.filter { !names.contains($0.name) }
  }
}
