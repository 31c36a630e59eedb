extension Board {
  // MARK: Objections

  /// Raises an objection. Throws `.decided`, `.invalid` or `.tooManyObjections`.
  public mutating func object(
    _ text: String, by person: String, at now: Timestamp
  ) throws(BoardError) -> Objection {
    try refuseIfDecided()
    let objection = try Objection(
      id: objections.nextID, text: text, author: person, created: now)
    guard objections.elements.count < Limits.objections else {
      throw .tooManyObjections(limit: Limits.objections)
    }
    objections.insert(objection)
    record(.objectionChanged(from: nil, to: objection), person, now)
    return objection
  }

  /// Answers an open objection, in place of the previous answer. Throws `.decided`, `.invalid`,
  /// `.noObjection` or `.closed`.
  public mutating func answer(
    _ id: Objection.ID, _ text: String, by author: String, at now: Timestamp
  ) throws(BoardError) -> Objection {
    let answer = try Objection.Remark(text, author: author, date: now)
    let old = try openObjection(id)
    return put(old.answered(answer), insteadOf: old, by: author, at: now)
  }

  /// Resolves an open objection that was answered.
  ///
  /// - Parameter isDecider: whether the person may decide the topic: where the rule says so, that is
  ///   enough.
  /// - Throws: `BoardError`: `.decided`, `.noObjection`, `.closed`, `.notAnswered` or `.notObjector`.
  public mutating func resolve(
    _ id: Objection.ID, by person: String, isDecider: Bool, at now: Timestamp
  ) throws(BoardError) -> Objection {
    let old = try openObjection(id)
    guard old.author == person || isDecider && topic.rule?.decidersResolve == true else {
      throw .notObjector(old.author)
    }
    guard old.answer != nil else { throw .notAnswered(id: id) }
    return put(
      old.closed(try Objection.Closing(.resolved, by: person, date: now)), insteadOf: old,
      by: person, at: now)
  }

  /// Takes back an open objection. Throws `.decided`, `.noObjection`, `.closed`, or `.notObjector` if
  /// somebody else has raised it.
  public mutating func withdrawObjection(
    _ id: Objection.ID, by person: String, at now: Timestamp
  ) throws(BoardError) -> Objection {
    let old = try openObjection(id)
    guard old.author == person else { throw .notObjector(old.author) }
    return put(
      old.closed(try Objection.Closing(.withdrawn, by: person, date: now)), insteadOf: old,
      by: person, at: now)
  }

  /// In the order in which they were raised.
  public var openObjections: [Objection] { objections.elements.filter(\.isOpen) }

  private func openObjection(_ id: Objection.ID) throws(BoardError) -> Objection {
    try refuseIfDecided()
    let objection = try objections.find(id, ifUpdated: nil).element
    guard objection.isOpen else { throw .closed(id: id) }
    return objection
  }

  private mutating func put(
    _ new: Objection, insteadOf old: Objection, by person: String, at now: Timestamp
  ) -> Objection {
    objections.put(new)
    record(.objectionChanged(from: old, to: new), person, now)
    return new
  }
}
