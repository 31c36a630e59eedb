internal import BoxWire

/// The place of something in each scene of a family: a path with a `*` for the member's name.
struct FamilyPlace {
  let pattern: Pattern
  /// The parts before and after the name, with their dots.
  let prefix: String
  let suffix: String

  /// - Precondition: one of the pattern's segments after the first is `*`, and none is `**`.
  init(_ pattern: Pattern) {
    let parts = pattern.text.split(separator: "*", omittingEmptySubsequences: false)
    precondition(parts.count == 2, "\(pattern) is not a path with one *")
    self.pattern = pattern
    prefix = String(parts[0])
    suffix = String(parts[1])
  }

  /// - Parameter name: a segment of a path.
  func path(of name: String) -> Path {
    guard let path = Path(prefix + name + suffix) else {
      preconditionFailure("\(prefix)\(name)\(suffix) is not a path")
    }
    return path
  }

  /// Returns the name in a path; nil when the path is elsewhere.
  func name(in path: Substring) -> Substring? {
    guard path.utf8.count > prefix.utf8.count + suffix.utf8.count, path.hasPrefix(prefix),
      path.hasSuffix(suffix)
    else { return nil }
    let name = path.dropFirst(prefix.count).dropLast(suffix.count)
    return name.contains(".") ? nil : name
  }

  /// Returns the names for which a pattern matches.
  func names(in other: Pattern) -> NameSelection {
    var found = NameSelection.all
    for (index, segment) in other.segments.enumerated() {
      let isWildcard = segment == .any || segment == .rest
      if index == 0, isWildcard, isLeftOut { return .some([]) }
      if segment == .rest { return found }
      guard index < pattern.segments.count else { return .some([]) }
      switch (segment, pattern.segments[index]) {
      case (.name(let name), .any): found = .some([String(name)])
      case (.name(let name), .name(let own)): guard name == own else { return .some([]) }
      default: break
      }
    }
    return other.segments.count == pattern.segments.count ? found : .some([])
  }

  /// Whether a wildcard as the first segment does not match it.
  private var isLeftOut: Bool {
    guard case .name(let root) = pattern.segments[0] else { return false }
    return Pattern.mustBeNamed(root)
  }
}

/// The selected names of a family.
enum NameSelection: Equatable {
  case some(Set<String>)
  case all

  func contains(_ name: String) -> Bool {
    switch self {
    case .some(let names): names.contains(name)
    case .all: true
    }
  }

  func union(_ other: NameSelection) -> NameSelection {
    guard case .some(let names) = self, case .some(let more) = other else { return .all }
    return .some(names.union(more))
  }

  func intersection(_ other: NameSelection) -> NameSelection {
    switch (self, other) {
    case (.all, let names), (let names, .all): names
    case (.some(let names), .some(let more)): .some(names.intersection(more))
    }
  }

  /// Returns the selected ones of these names.
  func of(_ names: Set<String>) -> Set<String> {
    switch self {
    case .all: names
    case .some(let selected): names.intersection(selected)
    }
  }
}

extension [FamilyPlace] {
  /// Returns the names for which one of the patterns matches one of the places.
  func names(in patterns: [Pattern]) -> NameSelection {
    var found = NameSelection.some([])
    for pattern in patterns {
      for place in self { found = found.union(place.names(in: pattern)) }
    }
    return found
  }

  /// Returns the names for which one of the places is selected.
  func names(in selection: Selection) -> NameSelection {
    guard let rights = selection.rights else { return names(in: selection.patterns) }
    var found = NameSelection.some([])
    for place in self {
      let place = [place]
      found = found.union(
        place.names(in: selection.patterns).intersection(place.names(in: rights.read)))
    }
    return found
  }
}
