internal import BoxWire

/// What clients may do to boxes.
extension ChangeLog {
  /// Checks whether a client may set a box.
  ///
  /// - Parameters:
  ///   - root: boxes under it can be set and deleted.
  ///   - ifRevision: the box must not have changed since; 0 if it must not exist.
  /// - Returns: the box; nil if it does not exist.
  /// - Throws: `RequestError` -32003 outside of the root, -32002 if the box has changed.
  func boxToChange(
    at path: Path, under root: String, _ ifRevision: Int? = nil
  ) throws(RequestError) -> PublishedBox? {
    let held = box(at: path)
    // A box that clients have set is at a path where they may set one.
    let isAllowed = held?.isSetByClients ?? (path.isUnder(root) && isFree(path))
    guard isAllowed, path.text != root else {
      let roots = rootsOfClients.map { "\($0)." }.joined(separator: " and ")
      throw RequestError(.notAllowed, "only boxes under \(roots) can be set and deleted")
    }
    guard let ifRevision else { return held }
    let isUnchanged =
      if let held {
        ifRevision > 0 && ifRevision <= revision && held.revision <= ifRevision
      } else {
        ifRevision == 0
      }
    guard isUnchanged else {
      throw RequestError(
        .conflict, "\(path.text.excerpt) has changed", .revision(held?.revision ?? 0))
    }
    return held
  }

  /// Whether no scene has a box at a path.
  func isFree(_ path: Path) -> Bool {
    find(path)?.isSetByClients ?? true
  }

  /// Checks whether a client may delete a box, as ``boxToChange(at:under:_:)``.
  ///
  /// - Throws: `RequestError` -32001 if there is no such box, too.
  func boxToDelete(
    at path: Path, under root: String, _ ifRevision: Int?
  ) throws(RequestError) -> PublishedBox {
    guard let held = try boxToChange(at: path, under: root, ifRevision) else {
      throw RequestError(.notFound, "there is no box \(path.text.excerpt)")
    }
    return held
  }

  /// - Throws: `RequestError` -32005 if no revision is reserved.
  func checkRevision() throws(RequestError) {
    guard revision < reserved else {
      throw RequestError(
        .unavailable, "the daemon cannot store which revisions it uses: its log says why",
        .retryAfter(ServerLimits.retryAfterReservation))
    }
  }
}
