internal import BoxWire
internal import UVLoop

/// With more candidates than these, sorting the matching ones by change is not worthwhile.
private let mostCandidates = 1024

/// Finds boxes without waiting for them to change.
extension ChangeLog {
  /// Returns the boxes that exist and match, in order of last change; for patterns without
  /// wildcards, in the order of the patterns.
  func boxes(in selection: Selection) -> [PublishedBox] {
    if let paths = selection.patterns.paths {
      return paths.compactMap(box(at:)).filter { $0.isIn(selection) }
    }
    if let found = fewBoxes(in: selection) { return found }
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      if box.exists, box.isIn(selection) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Returns the boxes that exist and match, in order of last change, found by the names in the
  /// patterns; nil when these cover so many boxes that all may as well be searched.
  func fewBoxes(in selection: Selection) -> [PublishedBox]? {
    var candidates: [PublishedBox] = []
    for pattern in selection.patterns {
      guard let root = pattern.root else { return nil }
      if let box = box(at: root) { candidates.append(box) }
      if pattern.path != nil { continue }
      let room = max(0, mostCandidates - candidates.count)
      guard let under = boxes(under: root, atMost: room) else { return nil }
      candidates += under
    }
    var found: [(position: Int, box: PublishedBox)] = []
    for box in candidates where box.exists && box.isIn(selection) {
      found.append((box.position, box))
    }
    found.sort { $0.position < $1.position }
    // A box that several patterns name occurs several times.
    var last = 0
    return found.compactMap { position, box in
      defer { last = position }
      return position > last ? box : nil
    }
  }

  /// Boxes and tombstones that have changed after a revision and match, the latest first.
  func boxes(changedAfter revision: Int, in selection: Selection) -> [PublishedBox] {
    var found: [PublishedBox] = []
    var next = order.last
    while let box = next, box.revision > revision {
      if box.isIn(selection) { found.append(box) }
      next = box.previous
    }
    return found
  }

  /// Boxes that exist and belong to clients, in order of last change.
  ///
  /// - Parameter root: boxes elsewhere are left out; nil for all.
  func boxesOfClients(under root: String? = nil) -> [PublishedBox] {
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      if box.exists, box.isSetByClients, root.map({ box.path.isUnder($0) }) ?? true {
        found.append(box)
      }
      next = box.next
    }
    return found
  }

  /// The cursor before the last revisions that changed a box that matches, as far as the ring has
  /// them.
  ///
  /// - Parameters:
  ///   - count: of the revisions; at least 1.
  ///   - first: no earlier revision and not this one.
  func cursor(
    replaying count: Int, of selection: Selection, after first: Int
  ) -> Cursor {
    // A few boxes change again and again.
    var matches: [ObjectIdentifier: Bool] = [:]
    var found = 0
    var last: Int?
    var position = self.position
    while position > recent.horizon.position {
      let (box, revision) = (recent[position].box, recent[position].revision)
      if revision <= first { break }
      let id = ObjectIdentifier(box)
      let isMatch = matches[id] ?? box.isIn(selection)
      matches[id] = isMatch
      if isMatch, revision != last {
        if found == count { break }
        found += 1
        last = revision
      }
      position -= 1
    }
    let horizon = recent.horizon
    guard position > horizon.position else {
      // Of its revision, the ring may have a part.
      return Cursor(
        position: recent.position(at: horizon.revision) ?? position, revision: horizon.revision)
    }
    return Cursor(position: position, revision: recent[position].revision)
  }

  /// Returns the cursor of a client that resumes; nil when what it missed is unknown.
  func cursor(at position: Subscribe.Position) -> Cursor? {
    position.epoch == epoch ? cursor(at: position.revision) : nil
  }

  /// Returns the cursor of a reader that was sent everything up to a revision; nil when what it missed is
  /// unknown.
  func cursor(at revision: Int) -> Cursor? {
    guard revision <= self.revision else { return nil }
    return recent.position(at: revision).map { Cursor(position: $0, revision: revision) }
  }

  /// Returns the last revision up to a position.
  ///
  /// - Parameter earlier: the result if that has left the ring.
  func revision(at position: Int, otherwise earlier: Int) -> Int {
    guard position < self.position else { return revision }
    return position > recent.horizon.position ? recent[position].revision : earlier
  }
}
