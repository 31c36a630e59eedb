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
    precondition(!storedBoxes.contains { $0.root == root }, "two stores of boxes under \(root)")
    let boxes = StoredBoxes(root, store, log: log, limits: limits)
    storedBoxes.append(boxes)
    log.rootsOfClients.append(root)
    return boxes
  }

  /// Withdraws the boxes of a store from clients. Changes in progress are answered when the store has.
  public func remove(_ boxes: StoredBoxes) {
    boxes.end()
    storedBoxes.removeAll { $0 === boxes }
    log.rootsOfClients.removeAll { $0 == boxes.root }
  }

  /// The boxes of the store that keeps a box; nil if none does.
  func storedBoxes(at path: Path) -> StoredBoxes? {
    storedBoxes.first { path.isUnder($0.root) }
  }

  /// The boxes of the store that keeps all of these; nil if no store keeps any.
  ///
  /// - Throws: `RequestError` -32602 if some are kept elsewhere.
  func storedBoxes<Change>(
    of changes: SharedBoxChanges<Change>
  ) throws(RequestError) -> StoredBoxes? {
    guard !storedBoxes.isEmpty else { return nil }
    let all = changes.all
    let first = storedBoxes(at: all[0].box)
    try changes.eachChange { change throws(RequestError) in
      guard storedBoxes(at: change.box) === first else {
        throw .invalid(
          member: "box",
          "\(change.box.text.excerpt) is not kept together with \(all[0].box.text.excerpt)")
      }
    }
    return first
  }
}
