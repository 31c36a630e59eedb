internal import BoxWire
internal import UVLoop

/// What outlives the daemon. The daemon decides where it is stored.
extension Registry {
  /// Begins the revisions above those of earlier runs.
  ///
  /// - Precondition: nothing was published.
  package func beginRevisions(after last: Int) {
    log.beginRevisions(after: last)
  }

  /// Limits the revisions to those up to `last`, which no other run uses. Beyond it, clients may not
  /// change shared boxes.
  ///
  /// - Parameter body: called once, when half of them are used: more should be reserved.
  package func reserveRevisions(
    upTo last: Int, whenHalfUsed body: @escaping @LoopActor () -> Void
  ) {
    log.reserve(upTo: last, whenHalfUsed: body)
  }

  /// All shared boxes, in order of last change. Their values are not copied.
  package func sharedBoxes() -> [KeptBox] {
    shared.keptBoxes()
  }

  /// Makes shared boxes that were stored, each as a change of its own.
  ///
  /// - Precondition: none of them exists, and together they are within the limits.
  package func restoreSharedBoxes(_ boxes: [KeptBox]) {
    shared.restore(boxes)
  }

  /// Has `body` called at the first change of a shared box after each ``sharedBoxes()``, expiry
  /// included.
  package func whenSharedBoxesChange(_ body: @escaping @LoopActor () -> Void) {
    shared.whenChanged = body
  }
}
