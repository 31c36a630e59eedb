internal import BoxWire
internal import TerminalClient

extension Template {
  /// Warnings about fields whose box or member does not exist, which are most likely mistyped.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func warnings(_ value: (String) -> JSONText?) -> [String] {
    valuePaths.compactMap { path in
      guard let box = path.box(value) else {
        let hint =
          path.segments.contains(JSONText.allElements)
          ? " (a * selects elements of an array, not boxes)" : ""
        return "there is no box for {\(path.text.excerpt)} yet\(hint); see what there is with"
          + " 'procon-client get \"\(path.segments[0].excerpt).**\"'"
      }
      return box.value.missingPart(box.members, of: box.path.text)
    }
  }

  /// Warnings about members that none of the boxes has, which are most likely mistyped.
  ///
  /// - Parameter boxes: the boxes for which lines are printed.
  func warnings(_ boxes: [(path: String, value: JSONText)]) -> [String] {
    parts.compactMap { part in
      guard case .field(.member(let names)) = part else { return nil }
      return boxes.missingPart(names)
    }
  }
}

extension JSONText {
  /// Returns a warning about the first of these names that this value does not have; nil when the
  /// part exists.
  ///
  /// - Parameters:
  ///   - names: names of members and indices of elements, which lead to a part of this value.
  ///   - path: the path of this value.
  func missingPart(_ names: some Collection<String>, of path: String) -> String? {
    guard let name = names.first else { return nil }
    let next = parts(at: [name]).map { (path: "\(path).\(name)", value: $0) }
    return next.isEmpty ? missingMember(name, of: path) : next.missingPart(names.dropFirst())
  }

  /// Returns a warning about a name that this value does not have; nil for an element, which may be
  /// added later.
  private func missingMember(_ name: String, of path: String) -> String? {
    let (path, shown) = (path.excerpt, name.excerpt)
    if let elements {
      guard Int(name) == nil, name != Self.allElements else { return nil }
      return "\(path) has \(elements.count) elements and no member '\(shown)'; count them from 0"
    }
    if name == Self.allElements { return "\(path) has no elements for *: it is not an array" }
    guard let members = members?.map(\.name) else {
      return "\(path) has no member '\(shown)': it is not an object"
    }
    let near = members.nearest(to: name)
    let advice =
      near.isEmpty ? "; it has \(members.map(\.excerpt).joined(separator: ", "))" : near.question
    return "\(path) has no member '\(shown)'\(advice)"
  }
}

extension [(path: String, value: JSONText)] {
  /// Returns a warning about the first of these names that the values do not have; nil when one of
  /// them has the part.
  fileprivate func missingPart(_ names: some Collection<String>) -> String? {
    guard allSatisfy({ $0.value.parts(at: names).isEmpty }) else { return nil }
    // An object is preferred, because the names of its members can be suggested.
    let nearest = first { $0.value.members != nil } ?? first
    return nearest.flatMap { $0.value.missingPart(names, of: $0.path) }
  }
}
