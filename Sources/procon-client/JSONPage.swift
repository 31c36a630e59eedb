internal import BoxWire
internal import Terminal

/// Lays JSON out for people: indented, in colours, and on one line what is short.
struct JSONPage {
  /// Maximum width of an object or an array on one line.
  let width: Int
  let palette: Palette

  /// - Parameter json: of any depth that the protocol allows.
  func lines(_ json: JSONText) -> [String] {
    lines(json, indentation: 0, before: "", after: "")
  }

  /// A box: its path and its value, side by side if they fit.
  func lines(_ path: String, _ value: JSONText) -> [String] {
    let path = path.printable
    let isShort = path.displayWidth + 2 + value.description.displayWidth <= width
    guard !isShort, value.isContainer else {
      return lines(value, indentation: 0, before: "\(palette.styled(path, .bold))  ", after: "")
    }
    return [palette.styled(path, .bold)] + lines(value, indentation: 1, before: "", after: "")
  }

  private func lines(
    _ json: JSONText, indentation: Int, before: String, after: String
  ) -> [String] {
    let space = String(repeating: "  ", count: indentation)
    let fits = space.count + json.description.displayWidth <= width
    guard json.isContainer, !fits else { return [space + before + onOneLine(json) + after] }
    let isObject = json.members != nil
    let parts: [(name: String?, value: JSONText)] =
      json.members?.map { ($0.name, $0.value) } ?? json.elements?.map { (nil, $0) } ?? []
    let inner = parts.enumerated().flatMap { index, part in
      lines(
        part.value, indentation: indentation + 1, before: part.name.map(label) ?? "",
        after: index == parts.count - 1 ? "" : ",")
    }
    return [space + before + (isObject ? "{" : "[")] + inner + [
      space + (isObject ? "}" : "]") + after
    ]
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
