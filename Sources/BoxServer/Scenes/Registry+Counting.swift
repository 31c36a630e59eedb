package import BoxWire
internal import UVLoop

/// What the server counts.
extension Registry {
  /// How often boxes have changed since each of them was made, removals included.
  ///
  /// - Parameters:
  ///   - patterns: of the boxes.
  ///   - revision: boxes whose last change is not after it are left out.
  ///   - caller: boxes that it may not read are left out.
  /// - Returns: the boxes that match, removed ones as long as they are remembered, the latest change
  ///   first.
  package func changeCounts(
    matching patterns: [Pattern], after revision: Int, for caller: Caller
  ) -> [(path: Path, count: Int, isRemoved: Bool)] {
    log.endTurn()
    return log.boxes(changedAfter: revision, in: Selection(patterns, caller.rights)).map {
      ($0.path, $0.changes, !$0.exists)
    }
  }
}
