internal import BoxClient
internal import BoxWire

/// The path of a value: the path of a box, then names of members and indices of elements, all
/// joined by dots, such as `topics.ai.summary.title`. With ``JSONText/allElements`` in place of an
/// index, such as `topics.ai.pros.items.*.text`, it is the path of several values.
///
/// Where the box's path ends depends on the boxes that exist: the longest path is used.
struct ValuePath: Hashable, Sendable {
  /// The text as it was given.
  let text: String
  /// Never empty.
  let segments: [String]
  /// The possible paths of the box, the longest first; never empty.
  let paths: [Path]

  /// nil when a name is empty or the first one is not a valid segment of a box's path.
  init?(_ text: String) {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var paths: [Path] = []
    for count in 1...segments.count {
      guard let path = Path(segments[..<count].joined(separator: ".")) else { break }
      paths.append(path)
    }
    guard !paths.isEmpty, !segments.contains("") else { return nil }
    self.text = text
    self.segments = segments
    self.paths = paths.reversed()
  }

  /// The patterns to subscribe to, the longest path first.
  var patterns: [Pattern] { paths.compactMap { Pattern($0.text) } }

  /// The box and the names that follow its path; nil when there is no such box.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func box(_ value: (String) -> JSONText?) -> (path: Path, value: JSONText, members: [String])? {
    for path in paths {
      guard let box = value(path.text) else { continue }
      return (path, box, Array(segments[path.segments.count...]))
    }
    return nil
  }

  /// Returns the values at this path: none if there is no such box or part, several only with
  /// ``JSONText/allElements``.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func values(_ value: (String) -> JSONText?) -> [JSONText] {
    guard let box = box(value) else { return [] }
    return box.value.parts(at: box.members)
  }

  /// Returns the first value at this path; nil if there is no such box or part.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func value(_ value: (String) -> JSONText?) -> JSONText? {
    values(value).first
  }
}
