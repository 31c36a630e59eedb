internal import BoxWire

extension Template {
  /// A sentence about each field whose box or member does not exist, because it is most likely
  /// mistyped.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func warnings(_ value: (String) -> JSONText?) -> [String] {
    valuePaths.compactMap { path in
      guard let box = path.box(value) else {
        return "there is no box for {\(path.text.excerpt)} yet; see what there is with"
          + " 'procon-client get \"\(path.segments[0].excerpt).**\"'"
      }
      return box.value.missingPart(box.members, of: box.path.text)
    }
  }
}

extension Template {
  /// A sentence about each member that none of the boxes has, because it is most likely mistyped.
  ///
  /// - Parameter boxes: those for which a line is printed.
  func warnings(_ boxes: [(path: String, value: JSONText)]) -> [String] {
    parts.compactMap { part in
      guard case .field(.member(let names)) = part,
        boxes.allSatisfy({ $0.value.part(at: names) == nil })
      else { return nil }
      // The nearest one is of an object, if there is one.
      let box = boxes.first { $0.value.members != nil } ?? boxes.first
      return box.flatMap { $0.value.missingPart(names, of: $0.path) }
    }
  }
}

extension JSONText {
  /// A sentence about the first of these names that this value does not have; nil when the part
  /// exists.
  ///
  /// - Parameters:
  ///   - names: names of members and indices of elements, which lead to a part of this value.
  ///   - path: the path of this value.
  func missingPart(_ names: some Collection<String>, of path: String) -> String? {
    guard let name = names.first else { return nil }
    if let next = part(at: [name]) {
      return next.missingPart(names.dropFirst(), of: "\(path).\(name)")
    }
    let (path, shown) = (path.excerpt, name.excerpt)
    if let elements {
      // The element may be added later.
      guard Int(name) == nil else { return nil }
      return "\(path) has \(elements.count) elements and no member '\(shown)'; count them from 0"
    }
    guard let members = members?.map(\.name) else {
      return "\(path) has no member '\(shown)': it is not an object"
    }
    let near = members.nearest(to: name)
    let advice =
      near.isEmpty ? "; it has \(members.map(\.excerpt).joined(separator: ", "))" : near.question
    return "\(path) has no member '\(shown)'\(advice)"
  }
}
