internal import BoxWire

/// Paths in a daemon's description of itself.
///
/// Most are listed one by one. Those of many scenes of one kind are listed once, with `*` for each
/// name in which they differ.
struct DescribedPaths {
  /// A segment of one or more paths.
  struct Segment: Hashable {
    let name: Substring
    /// Whether it is the last one of a path.
    let isLast: Bool
  }

  /// The segments of each path.
  private let paths: [[Substring]]
  /// The names in place of `*`, by the path up to it with names in place of earlier ones, such as
  /// `topics.*` and `topics.ai.options.*`.
  private let names: [String: [Substring]]

  /// bash expands a completed word, so only valid paths and names are kept.
  ///
  /// - Parameters:
  ///   - texts: paths, some of them with `*`.
  ///   - names: the names in place of `*`, by the path up to it with names in place of earlier ones.
  init(_ texts: [String], names: [String: [String]] = [:]) {
    paths = texts.compactMap { text in
      let segments = Pattern(text)?.segments
      return segments?.last == .rest ? nil : segments.map { _ in text.split(separator: ".") }
    }
    self.names = names.mapValues { $0.compactMap(\.segment) }
  }

  private init(paths: [[Substring]], names: [String: [Substring]]) {
    self.paths = paths
    self.names = names
  }

  /// Returns the paths that match one of the patterns.
  func matching(_ patterns: [Pattern]) -> DescribedPaths {
    DescribedPaths(paths: paths.filter(patterns.match), names: names)
  }

  /// The paths, with every name in place of each `*`.
  var inFull: [String] {
    paths.flatMap(inFull)
  }

  private func inFull(_ path: [Substring]) -> [String] {
    guard let index = path.firstIndex(of: "*") else { return [path.joined(separator: ".")] }
    let names = names[path[...index].joined(separator: ".")] ?? []
    return names.flatMap { inFull(path[..<index] + [$0] + path[(index + 1)...]) }
  }

  /// Returns the paths that have this name or `*` at an index, with the name in both cases.
  func naming(_ name: Substring, at index: Int) -> DescribedPaths {
    let named = paths.compactMap { path -> [Substring]? in
      guard path.count > index, path[index] == name || path[index] == "*" else { return nil }
      return path[..<index] + [name] + path[(index + 1)...]
    }
    return DescribedPaths(paths: named, names: names)
  }

  /// Returns the segments at an index, with every name in place of `*`.
  func segments(at index: Int) -> Set<Segment> {
    var segments: Set<Segment> = []
    var places: Set<Place> = []
    for path in paths where path.count > index {
      let segment = Segment(name: path[index], isLast: path.count == index + 1)
      if segment.name == "*" {
        places.insert(Place(path: path[...index], isLast: segment.isLast))
      } else {
        segments.insert(segment)
      }
    }
    for place in places {
      for name in names(upTo: place.path) {
        segments.insert(Segment(name: name, isLast: place.isLast))
      }
    }
    return segments
  }

  /// Returns the names in place of the `*` at the end of a path; for an earlier `*`, those of all
  /// paths that it matches.
  private func names(upTo path: ArraySlice<Substring>) -> [Substring] {
    let place = path.joined(separator: ".")
    guard path.dropLast().contains("*"), let pattern = Pattern(place) else {
      return names[place] ?? []
    }
    return names.flatMap { pattern.matches($0.key.split(separator: ".")) ? $0.value : [] }
  }

  /// The place of a `*`, which many paths share.
  private struct Place: Hashable {
    let path: ArraySlice<Substring>
    let isLast: Bool
  }
}

extension String {
  /// This text if it is one segment of a path.
  fileprivate var segment: Substring? {
    let segments = Path(self)?.segments ?? []
    return segments.count == 1 ? segments[0] : nil
  }
}
