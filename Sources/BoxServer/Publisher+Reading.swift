internal import BoxWire
internal import UVLoop

/// What is read without being subscribed to.
extension Publisher {
  /// Boxes that exist and match, in order of last change.
  func boxes(matching patterns: [Pattern]) -> [PublishedBox] {
    if let paths = patterns.paths { return paths.compactMap(box(at:)) }
    var found: [PublishedBox] = []
    var next = list.first
    while let box = next {
      if box.exists, box.matches(patterns) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Boxes that exist and belong to clients, in order of last change.
  var sharedBoxes: [PublishedBox] {
    var found: [PublishedBox] = []
    var next = list.first
    while let box = next {
      if box.exists, box.encode == nil { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Where in the order of changes a client is that comes back; nil when what it missed is not known.
  func place(_ position: Subscribe.Position) -> RecentChanges.Place? {
    guard position.epoch == epoch, position.revision <= revision else { return nil }
    return recent.stamp(at: position.revision)
      .map { RecentChanges.Place(stamp: $0, revision: position.revision) }
  }
}
