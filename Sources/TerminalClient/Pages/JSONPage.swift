package import BoxWire
package import Terminal

/// Lays JSON out for people: indented, in colours, and on one line what is short.
package struct JSONPage {
  /// Maximum width of an object or an array on one line.
  package let width: Int
  package let palette: Palette

  package init(width: Int, palette: Palette) {
    (self.width, self.palette) = (width, palette)
  }

  /// - Parameter json: of any depth that the protocol allows.
  package func lines(_ json: JSONText) -> [String] {
    lines(json, indentation: 0, name: nil, after: "")
  }

  /// A box: its path and its value, side by side if they fit.
  package func lines(_ path: String, _ value: JSONText) -> [String] {
    let path = path.printable
    let isShort = path.displayWidth + 2 + plain.onOneLine(value).displayWidth <= width
    guard !isShort, value.isContainer else {
      return ["\(palette.styled(path, .bold))  \(onOneLine(value))"]
    }
    return [palette.styled(path, .bold)] + lines(value, indentation: 1, name: nil, after: "")
  }

  /// The page without styles, to be measured.
  private var plain: JSONPage { JSONPage(width: width, palette: Palette(isColoured: false)) }

  /// - Parameters:
  ///   - name: of the member that the value is; nil if it is none.
  ///   - after: what follows the value: a comma, or nothing.
  private func lines(
    _ json: JSONText, indentation: Int, name: String?, after: String
  ) -> [String] {
    let space = String(repeating: "  ", count: indentation)
    let before = space + (name.map(label) ?? "")
    let shown = space + (name.map(plain.label) ?? "") + plain.onOneLine(json) + after
    guard json.isContainer, shown.displayWidth > width else {
      return [before + onOneLine(json) + after]
    }
    let isObject = json.members != nil
    let parts: [(name: String?, value: JSONText)] =
      json.members?.map { ($0.name, $0.value) } ?? json.elements?.map { (nil, $0) } ?? []
    let inner = parts.enumerated().flatMap { index, part in
      lines(
        part.value, indentation: indentation + 1, name: part.name,
        after: index == parts.count - 1 ? "" : ",")
    }
    let (opening, closing) = isObject ? ("{", "}") : ("[", "]")
    return [before + opening] + inner + [space + closing + after]
  }

  private func onOneLine(_ json: JSONText) -> String {
    if let members = json.members {
      return "{\(members.map { label($0.name) + onOneLine($0.value) }.joined(separator: ", "))}"
    }
    if let elements = json.elements {
      return "[\(elements.map(onOneLine).joined(separator: ", "))]"
    }
    let text = json.description.printable
    return palette.styled(text, json.string != nil ? .green : json.isNull ? .dim : nil)
  }

  private func label(_ name: String) -> String {
    "\(palette.styled(JSONText(name).description.printable, .bold)): "
  }
}

extension JSONText {
  fileprivate var isContainer: Bool { elements != nil || members != nil }
}
