internal import BoxWire
internal import UVLoop

/// State that outlives the daemon. The daemon decides where it is stored.
extension Registry {
  /// Starts with the revisions above those of earlier runs.
  ///
  /// - Precondition: nothing has been published.
  package func beginRevisions(after last: Int) {
    log.beginRevisions(after: last)
  }

  /// Limits revisions to those up to `last`, which no other run uses. Beyond it, clients may not
  /// change shared boxes.
  ///
  /// - Parameter body: called once, when half of them are used, to reserve more.
  package func reserveRevisions(
    upTo last: Int, whenHalfUsed body: @escaping @LoopActor () -> Void
  ) {
    log.reserve(upTo: last, whenHalfUsed: body)
  }

  /// All shared boxes, in order of last change. Their values are not copied.
  package func sharedBoxes() -> [KeptBox] {
    shared.keptBoxes()
  }

  /// Creates shared boxes that were stored, each as a separate change.
  ///
  /// - Precondition: none of them exists, and together they are within the limits.
  package func restoreSharedBoxes(_ boxes: [KeptBox]) {
    shared.restore(boxes)
  }

  /// Calls `body` at the first change of a shared box after each ``sharedBoxes()``, including an
  /// expiry.
  package func whenSharedBoxesChange(_ body: @escaping @LoopActor () -> Void) {
    shared.whenChanged = body
  }
}
