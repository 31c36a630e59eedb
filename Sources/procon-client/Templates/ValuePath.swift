internal import BoxClient
internal import BoxWire
internal import Terminal

/// The path of a value: the path of a box, then names of members and indices of elements, all joined
/// by dots, such as `topics.ai.summary.title`.
///
/// The boxes that exist decide where the box's path ends: the longest one is used.
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

  /// nil when there is no such box or it has no such part.
  ///
  /// - Parameter value: returns the value of the box at a path.
  func value(_ value: (String) -> JSONText?) -> JSONText? {
    guard let box = box(value) else { return nil }
    return box.value.part(at: box.members)
  }
}

extension JSONText {
  /// The part at these names of members and indices of elements, counted from 0; nil when there is
  /// none.
  func part(at names: some Sequence<String>) -> JSONText? {
    var part = self
    for name in names {
      guard let next = part[name] ?? part.element(name) else { return nil }
      part = next
    }
    return part
  }

  private func element(_ index: String) -> JSONText? {
    guard let index = Int(index), let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// A string without quotes, nothing for null, other values as compact JSON.
  var bare: String {
    isNull ? "" : string ?? description
  }

  /// The bare text for a line: control characters are replaced.
  var plain: String { bare.printable }
}
