internal import BoxWire

/// The boxes that a client asked for and may read.
struct Selection: Hashable {
  let patterns: [Pattern]
  /// nil if everything may be read.
  let rights: Rights?

  init(_ patterns: [Pattern], _ rights: Rights?) {
    self.patterns = patterns
    self.rights = rights
  }

  func contains(_ segments: [Substring]) -> Bool {
    patterns.match(segments) && rights?.read.match(segments) ?? true
  }
}
