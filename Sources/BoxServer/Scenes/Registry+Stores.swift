internal import BoxWire
internal import UVLoop

/// Boxes that clients set and that stores keep.
extension Registry {
  /// Lets clients set boxes under a root, which a store keeps.
  ///
  /// - Parameter root: one segment of a path, under which nothing else is set.
  /// - Returns: the boxes, to which the store reports what has changed.
  /// - Precondition: there is no other store under the root.
  public func add(_ store: any BoxStore, under root: String) -> StoredBoxes {
    precondition(stored[root] == nil, "two stores of boxes under \(root)")
    let boxes = StoredBoxes(root, store, log: log, limits: limits)
    stored[root] = boxes
    log.rootsOfClients.append(root)
    return boxes
  }

  /// Withdraws the boxes of a store from clients. Changes in progress are answered when the store has.
  public func remove(_ boxes: StoredBoxes) {
    boxes.end()
    stored[boxes.root] = nil
    log.rootsOfClients.removeAll { $0 == boxes.root }
    // So that their number does not go back.
    removedStores += boxes.version
  }

  /// Increases when a box that clients set is created or removed.
  var versionOfClients: Int {
    stored.values.reduce(shared.version + removedStores) { $0 + $1.version }
  }

  /// The boxes of the store that keeps all of these; nil if no store keeps any.
  ///
  /// - Throws: `RequestError` -32602 if some are kept elsewhere.
  func stored<Change>(_ changes: SharedBoxChanges<Change>) throws(RequestError) -> StoredBoxes? {
    guard !stored.isEmpty else { return nil }
    let all = changes.all
    let first = all.first.flatMap { stored[$0.box.root] }
    try changes.eachChange { change throws(RequestError) in
      guard stored[change.box.root] === first else {
        throw .invalid(
          member: "box",
          "\(change.box.text.excerpt) is not kept together with \(all[0].box.text.excerpt)")
      }
    }
    return first
  }

  /// Whether a store keeps a box.
  func isStored(_ path: Path) -> Bool { !stored.isEmpty && stored[path.root] != nil }
}

extension Path {
  fileprivate var root: String { String(segments[0]) }
}
