internal import BoxWire
internal import UVLoop

/// How boxes are found without waiting for a change of them.
extension ChangeLog {
  /// Boxes that exist and match, in order of last change; of patterns without wildcards, in theirs.
  func boxes(matching patterns: [Pattern]) -> [PublishedBox] {
    if let paths = patterns.paths { return paths.compactMap(box(at:)) }
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      if box.exists, box.matches(patterns) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Boxes that exist and belong to clients, in order of last change.
  var sharedBoxes: [PublishedBox] {
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      if box.exists, box.isSetByClients { found.append(box) }
      next = box.next
    }
    return found
  }

  /// The cursor of a client that comes back; nil when what it missed is not known.
  func cursor(at position: Subscribe.Position) -> Cursor? {
    guard position.epoch == epoch, position.revision <= revision else { return nil }
    return recent.position(at: position.revision)
      .map { Cursor(position: $0, revision: position.revision) }
  }
}
