internal import BoxWire

/// The place of something in each scene of a family: a path with a `*` for each segment of the
/// member's name.
struct FamilyPlace {
  let pattern: Pattern
  /// The parts before, between and after the segments of the name, with their dots.
  private let parts: [Substring]

  /// - Precondition: one or more of the pattern's segments after the first are `*`, and none is
  ///   `**`.
  init(_ pattern: Pattern) {
    precondition(
      pattern.segments[0] != .any && pattern.segments.contains(.any)
        && !pattern.segments.contains(.rest),
      "\(pattern) is not a path with a * behind its first segment")
    self.pattern = pattern
    parts = pattern.text.split(separator: "*", omittingEmptySubsequences: false)
  }

  /// The first segment.
  var root: Substring { parts[0].prefix { $0 != "." } }

  /// The number of segments of a member's name.
  var wildcards: Int { parts.count - 1 }

  /// - Parameter name: as many segments of a path as there are `*`, joined by dots.
  func path(of name: String) -> Path {
    var text = String(parts[0])
    for (segment, part) in zip(name.segments, parts.dropFirst()) {
      text += segment
      text += part
    }
    guard let path = Path(text) else { preconditionFailure("\(text) is not a path") }
    return path
  }

  /// Returns the name in a path; nil when the path is elsewhere.
  func name(in path: Substring) -> String? {
    guard path.hasPrefix(parts[0]) else { return nil }
    let segments = path.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count == pattern.segments.count else { return nil }
    var name: [Substring] = []
    for (segment, own) in zip(segments, pattern.segments) {
      if own == .any { name.append(segment) } else if own != .name(segment) { return nil }
    }
    return name.joined(separator: ".")
  }

  /// Returns the texts in place of each `*` in the paths of some members, by the path up to it with
  /// those of earlier ones, such as `topics.*` and `topics.ai.options.*`.
  func texts(of names: Set<String>) -> [String: Set<String>] {
    guard wildcards > 1 else { return ["\(parts[0])*": names] }
    var found: [String: Set<String>] = [:]
    for name in names {
      var place = String(parts[0])
      for (segment, part) in zip(name.segments, parts.dropFirst()) {
        found["\(place)*", default: []].insert(String(segment))
        place += segment
        place += part
      }
    }
    return found
  }

  /// Returns the names for which a pattern matches.
  func names(in other: Pattern) -> NameSelection {
    var given: [Substring?] = []
    for (index, segment) in other.segments.enumerated() {
      let isWildcard = segment == .any || segment == .rest
      if index == 0, isWildcard, Pattern.mustBeNamed(root) { return .some([]) }
      if segment == .rest { return NameSelection(given, of: wildcards) }
      guard index < pattern.segments.count else { return .some([]) }
      switch (segment, pattern.segments[index]) {
      case (.name(let name), .any): given.append(name)
      case (_, .any): given.append(nil)
      case (.name(let name), .name(let own)): guard name == own else { return .some([]) }
      default: break
      }
    }
    guard other.segments.count == pattern.segments.count else { return .some([]) }
    return NameSelection(given, of: wildcards)
  }
}

/// The selected names of a family.
enum NameSelection: Equatable {
  /// Names in full, and names of which only some segments are given: `partial` has the texts of
  /// these segments by their indices, such as `[[0]: [["ai"]]]` for `ai` and any second segment. It
  /// is empty if names have one segment.
  case some(Set<String>, partial: [[Int]: Set<[Substring]>] = [:])
  case all

  /// - Parameters:
  ///   - given: the first segments of the names, nil for those that may be anything.
  ///   - count: the number of segments of each name.
  init(_ given: [Substring?], of count: Int) {
    let texts = given.compactMap(\.self)
    if texts.isEmpty {
      self = .all
    } else if texts.count == count {
      self = .some([count == 1 ? String(texts[0]) : texts.joined(separator: ".")])
    } else {
      self = .some([], partial: [given.indices.filter { given[$0] != nil }: [texts]])
    }
  }

  func contains(_ name: String) -> Bool {
    guard case .some(let names, let partial) = self else { return true }
    if names.contains(name) { return true }
    guard !partial.isEmpty else { return false }
    let segments = name.segments
    return partial.contains { indices, texts in texts.contains(indices.map { segments[$0] }) }
  }

  func union(_ other: NameSelection) -> NameSelection {
    guard case .some(let names, let partial) = self,
      case .some(let more, let morePartial) = other
    else { return .all }
    return .some(names.union(more), partial: partial.merging(morePartial) { $0.union($1) })
  }

  /// Returns the selected ones of these names. Only if some segments are given, each of them is
  /// looked at; ``MemberNames/of(_:)`` does without.
  func of(_ names: Set<String>) -> Set<String> {
    switch self {
    case .all: names
    case .some(let selected, let partial):
      partial.isEmpty ? names.intersection(selected) : names.filter(contains)
    }
  }
}

extension String {
  /// The segments of a name.
  fileprivate var segments: [Substring] {
    utf8.split(separator: UInt8(ascii: ".")).map(Substring.init)
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

  /// Returns the ones of these names for which one of the places is selected.
  func names(in selection: Selection, of names: MemberNames) -> Set<String> {
    guard let rights = selection.rights else { return names.of(self.names(in: selection.patterns)) }
    var found: Set<String> = []
    for place in self where found.count < names.all.count {
      let place = [place]
      let selected = names.of(place.names(in: selection.patterns))
      let readable = place.names(in: rights.read).of(selected)
      found = found.isEmpty ? readable : found.union(readable)
    }
    return found
  }
}
