internal import BoxWire
internal import Terminal

extension JSONText {
  /// Selects all elements of an array when used in place of an index.
  static let allElements = "*"

  /// Returns the parts at a path of member names and element indices, which start at 0. There are
  /// none if the part does not exist, and several, in order, only for ``allElements``.
  func parts(at names: some Sequence<String>) -> [JSONText] {
    names.reduce([self]) { parts, name in parts.flatMap { $0.parts(named: name) } }
  }

  private func parts(named name: String) -> [JSONText] {
    if let member = self[name] { return [member] }
    guard let elements else { return [] }
    if name == Self.allElements { return elements }
    guard let index = Int(name), elements.indices.contains(index) else { return [] }
    return [elements[index]]
  }

  /// A string without quotes, an empty text for null, any other value as compact JSON.
  var bare: String {
    isNull ? "" : string ?? description
  }

  /// The bare text for a line: control characters are replaced.
  var plain: String { bare.printable }
}
