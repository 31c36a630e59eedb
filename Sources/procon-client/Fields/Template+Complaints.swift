internal import BoxWire

extension Template {
  /// What fields name that the boxes do not have: most likely it is mistyped.
  ///
  /// - Parameter value: tells the value of the box at a path.
  func complaints(_ value: (String) -> JSONText?) -> [String] {
    boxFields.compactMap { field in
      guard let box = field.box(value) else {
        return "there is no box for {\(field.text)} yet; see what there is with"
          + " 'procon-client get \"\(field.segments[0]).**\"'"
      }
      return box.value.complaint(about: box.members, of: box.path.text)
    }
  }
}

extension JSONText {
  /// nil when the names lead somewhere.
  ///
  /// - Parameters:
  ///   - names: of members, and indices of elements.
  ///   - whole: what this value is of.
  func complaint(about names: some Collection<String>, of whole: String) -> String? {
    guard let name = names.first else { return nil }
    if let next = part(at: [name]) {
      return next.complaint(about: names.dropFirst(), of: "\(whole).\(name)")
    }
    if let elements {
      // What is not there now may be later.
      guard Int(name) == nil else { return nil }
      return "\(whole) has \(elements.count) elements and no member '\(name)'; count them from 0"
    }
    guard let members = members?.map(\.name) else {
      return "\(whole) has no member '\(name)': it is no object"
    }
    let near = members.nearest(to: name)
    let advice = near.isEmpty ? "; it has \(members.joined(separator: ", "))" : near.question
    return "\(whole) has no member '\(name)'\(advice)"
  }
}
