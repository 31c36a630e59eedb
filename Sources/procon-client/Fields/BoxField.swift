internal import BoxClient
internal import BoxWire
internal import Terminal

/// A box, or a part of its value, as a command line names it: the box's path, then names of members
/// and indices of elements, all joined by dots.
///
/// Where the path ends is seen from the boxes that there are: the longest path counts.
struct BoxField: Hashable, Sendable {
  /// As it was written.
  let text: String
  /// Never empty.
  let segments: [String]
  /// What may be the box's path, the longest first; never empty.
  let paths: [Path]

  /// nil when a name is empty, or the first one cannot begin a path.
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

  /// What to subscribe to for it, the longest path first.
  var patterns: [Pattern] { paths.compactMap { Pattern($0.text) } }

  /// The box that it is of, or is; nil when there is none.
  ///
  /// - Parameter value: tells the value of the box at a path.
  func box(_ value: (String) -> JSONText?) -> (path: Path, value: JSONText, members: [String])? {
    for path in paths {
      guard let box = value(path.text) else { continue }
      return (path, box, Array(segments[path.segments.count...]))
    }
    return nil
  }

  /// nil when there is no such box, or it has no such member.
  ///
  /// - Parameter value: tells the value of the box at a path.
  func value(_ value: (String) -> JSONText?) -> JSONText? {
    guard let box = box(value) else { return nil }
    return box.value.part(at: box.members)
  }
}

extension JSONText {
  /// What names of members and indices of elements, counted from 0, lead to; nil when they lead to
  /// nothing.
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

  /// For a line of text: a string without quotes, nothing for null, all else as compact JSON; what
  /// could steer a terminal or end the line is replaced.
  var plain: String {
    isNull ? "" : (string ?? description).printable
  }
}
