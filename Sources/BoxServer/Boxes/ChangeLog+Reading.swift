internal import BoxWire
internal import UVLoop

/// Of more than these, it is not worth while to bring those that match into order of change.
private let mostCandidates = 1024

/// How boxes are found without waiting for a change of them.
extension ChangeLog {
  /// Boxes that exist and match, in order of last change; of patterns without wildcards, in theirs.
  func boxes(matching patterns: [Pattern]) -> [PublishedBox] {
    if let paths = patterns.paths { return paths.compactMap(box(at:)) }
    if let found = fewBoxes(matching: patterns) { return found }
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      if box.exists, box.matches(patterns) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Boxes that exist and match, in order of last change, found by what the patterns name; nil when
  /// they name so much that all boxes may as well be looked at.
  func fewBoxes(matching patterns: [Pattern]) -> [PublishedBox]? {
    var candidates: [PublishedBox] = []
    for pattern in patterns {
      guard let root = pattern.root else { return nil }
      if let box = box(at: root) { candidates.append(box) }
      if pattern.path != nil { continue }
      let room = max(0, mostCandidates - candidates.count)
      guard let under = boxes(under: root, atMost: room) else { return nil }
      candidates += under
    }
    var found: [(position: Int, box: PublishedBox)] = []
    for box in candidates where box.exists && box.matches(patterns) {
      found.append((box.position, box))
    }
    found.sort { $0.position < $1.position }
    // One that several patterns name is in it several times.
    var last = 0
    return found.compactMap { position, box in
      defer { last = position }
      return position > last ? box : nil
    }
  }

  /// Boxes and tombstones that have changed after a revision and match, the latest first.
  func boxes(changedAfter revision: Int, matching patterns: [Pattern]) -> [PublishedBox] {
    var found: [PublishedBox] = []
    var next = order.last
    while let box = next, box.revision > revision {
      if box.matches(patterns) { found.append(box) }
      next = box.previous
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
