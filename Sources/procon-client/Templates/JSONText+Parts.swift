internal import BoxWire
internal import Terminal

extension JSONText {
  /// In the place of an element's index: all elements of an array.
  static let allElements = "*"

  /// The parts at these names of members and indices of elements, counted from 0, in order; none if
  /// there is no such part, and several only for ``allElements``.
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

  /// A string without quotes, nothing for null, other values as compact JSON.
  var bare: String {
    isNull ? "" : string ?? description
  }

  /// The bare text for a line: control characters are replaced.
  var plain: String { bare.printable }
}
