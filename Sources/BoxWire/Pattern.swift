/// A set of paths: a path in which up to three segments may be `*` (exactly one segment) and the last
/// may be `**` (zero or more segments).
///
/// A wildcard as the first segment matches neither `session` nor `daemon`, which must be named.
public struct Pattern: Hashable, Sendable {
  /// One segment of a pattern.
  public enum Segment: Hashable, Sendable {
    /// Exactly this segment.
    case name(Substring)
    /// `*`: exactly one segment.
    case any
    /// `**`: zero or more segments, up to the end.
    case rest
  }

  /// The segments with the dots between them, as they were written.
  public let text: String
  /// In order, 1 to 16; `rest` only as the last.
  public let segments: [Segment]

  /// nil when `text` is not a pattern.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= ProtocolLimits.segments else { return nil }
    var segments: [Segment] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case "*": segments.append(.any)
      case "**" where index == parts.count - 1: segments.append(.rest)
      case _
      where !part.isEmpty && part.utf8.count <= ProtocolLimits.segment
        && part.utf8.allSatisfy(Path.isSegmentByte):
        segments.append(.name(part))
      default: return nil
      }
    }
    guard segments.count(where: { $0 == .any }) <= ProtocolLimits.wildcards else { return nil }
    self.text = text
    self.segments = segments
  }

  /// The only path that it matches; nil if it has a wildcard.
  public var path: Path? {
    segments.contains { $0 == .any || $0 == .rest } ? nil : Path(text)
  }

  /// The segments before the first wildcard: every matching path is this one or lies under it. nil
  /// when the first segment is a wildcard.
  public var root: Path? {
    guard let wildcard = text.firstIndex(of: "*") else { return Path(text) }
    return Path(String(text[..<wildcard].dropLast()))
  }

  /// Whether the pattern matches `path`.
  public func matches(_ path: Path) -> Bool {
    matches(path.segments)
  }

  /// Whether the pattern matches a path with these segments. No pattern matches an empty array, which is not a path.
  package func matches(_ path: [Substring]) -> Bool {
    guard let root = path.first else { return false }
    for (index, segment) in segments.enumerated() {
      if segment != .rest, index >= path.count { return false }
      switch segment {
      case .name(let name): guard path[index] == name else { return false }
      case .any: guard index > 0 || !Pattern.mustBeNamed(root) else { return false }
      case .rest: return index > 0 || !Pattern.mustBeNamed(root)
      }
    }
    return segments.count == path.count
  }

  /// Whether wildcards do not match this first segment, which must be named.
  package static func mustBeNamed(_ root: Substring) -> Bool {
    root == "session" || root == "daemon"
  }
}

extension [Pattern] {
  /// Whether one of the patterns matches the path of these segments.
  package func match(_ path: [Substring]) -> Bool {
    contains { $0.matches(path) }
  }

  /// Whether one of the patterns may match paths that begin with this segment.
  package func mayMatch(under root: Substring) -> Bool {
    contains { pattern in
      if case .name(let name) = pattern.segments[0] { name == root } else { true }
    }
  }

  /// The paths of these patterns; nil if one of them has a wildcard.
  package var paths: [Path]? {
    let paths = compactMap(\.path)
    return paths.count == count ? paths : nil
  }

  /// In order of their text.
  package var inOrder: [Pattern] {
    count < 2 ? self : sorted { $0.text < $1.text }
  }

  /// These patterns without those in `other`.
  package func without(_ other: [Pattern]) -> [Pattern] {
    other.isEmpty ? self : filter { !other.contains($0) }
  }
}

/// Patterns are equal when their texts are.
extension Pattern {
  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.text == right.text
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension Pattern: CustomStringConvertible {
  public var description: String { text }
}
