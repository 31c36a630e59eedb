extension Board {
  /// Undoes a change: what it changed becomes what it was before, dated now.
  ///
  /// - Parameter undone: the change that it undid, if any.
  /// - Throws: `BoardError`: `.decided`, `.superseded` if the result of the change has changed since,
  ///   `.duplicate` or `.full` if there is no longer room for what was there. Nothing is changed
  ///   then.
  mutating func undo(
    _ entry: HistoryEntry, whichUndid undone: TopicEvent? = nil, by author: String,
    at now: Timestamp
  ) throws(BoardError) {
    if !entry.record.event.isAllowedAfterDecision { try refuseIfDecided() }
    var copy = self
    let event: TopicEvent
    do throws(BoardError) {
      switch (entry.record.event, undone) {
      case (.optionRemoved, .converted(let option)):
        event = try copy.convertAgain(to: option, by: author, at: now)
      case (.optionAdded, .optionRemoved(let board, _)):
        event = try copy.removeAgain(board, by: author, at: now)
      case (let change, _): event = try copy.takeBack(change, by: author, at: now)
      }
    } catch {
      // Its column was removed with its option since.
      if case .noOption = error { throw .superseded }
      throw error
    }
    copy.record(event, author, now, undoes: entry.id)
    self = copy
  }

  /// - Returns: the event that undoes it.
  private mutating func takeBack(
    _ event: TopicEvent, by author: String, at now: Timestamp
  ) throws(BoardError) -> TopicEvent {
    switch event {
    case .renamed(let old, let new):
      guard topic.title == new else { throw .superseded }
      rename(to: old, by: author, at: now)
      return .renamed(from: new, to: old)
    case .argumentAdded(let argument, _):
      try expect(argument)
      let removed = try edit(argument.column) { side throws(BoardError) in
        try side.remove(id: argument.id, by: author, at: now)
      }
      return .argumentRemoved(removed.argument, at: removed.index)
    case .argumentRemoved(let argument, let index):
      let restored = try edit(argument.column) { side throws(BoardError) in
        try side.restore(argument, at: index, by: author, now: now)
      }
      return .argumentAdded(restored.argument, at: restored.index)
    case .argumentChanged(let old, let new):
      try expect(new)
      let change = try edit(old.column) { side throws(BoardError) in
        try side.change(id: old.id, text: old.text, weight: old.weight, by: author, at: now)
      }
      return .argumentChanged(from: change.old, to: change.new)
    case .argumentMoved(let old, let index, let new, let target):
      guard let list = self[new.column],
        let place = list.arguments.firstIndex(where: { $0.id == new.id })
      else { throw .superseded }
      if old.column == new.column {
        guard place == target else { throw .superseded }
        let argument = list.arguments[place]
        try edit(old.column) { side throws(BoardError) in
          side.put(argument.id, at: index, by: author, now: now)
        }
        return .argumentMoved(from: argument, at: place, to: argument, place: index)
      }
      try expect(new)
      let kept = old.keeping(list.arguments[place])
      _ = try edit(new.column) { side throws(BoardError) in
        try side.remove(id: new.id, by: author, at: now)
      }
      let restored = try edit(old.column) { side throws(BoardError) in
        try side.restore(kept, at: index, by: author, now: now)
      }
      return .argumentMoved(from: new, at: place, to: restored.argument, place: restored.index)
    case .argumentSupported(let argument, let isSupporting):
      guard find(argument)?.created == argument.created else { throw .superseded }
      let (undone, isChange) = try edit(argument.column) { side throws(BoardError) in
        try side.support(id: argument.id, !isSupporting, by: author, at: now)
      }
      guard isChange else { throw .superseded }
      return .argumentSupported(undone, !isSupporting)
    case .positionTaken(let position, let old):
      guard let found = self.position(of: position.person), found.isSame(as: position) else {
        throw .superseded
      }
      let restored = old.map { Position($0, date: now) }
      put(restored, insteadOf: found)
      return restored.map { .positionTaken($0, insteadOf: found) } ?? .positionWithdrawn(found)
    case .positionWithdrawn(let position):
      guard self.position(of: position.person) == nil else { throw .superseded }
      guard positions.count < Limits.positions else {
        throw .tooManyPositions(limit: Limits.positions)
      }
      let restored = Position(position, date: now)
      put(restored, insteadOf: nil)
      return .positionTaken(restored, insteadOf: nil)
    case .ruleChanged(let old, let new):
      // A deadline that has passed would count at once.
      guard topic.rule == new, old?.isDue(at: now) != true else { throw .superseded }
      topic.rule = old
      return .ruleChanged(from: new, to: old)
    case .commentAdded(let comment, let argument, _):
      guard let found = find(argument), found.created == argument.created,
        found.comments.contains(comment)
      else { throw .superseded }
      let undone = try edit(argument.column) { list throws(BoardError) in
        try list.removeComment(comment.id, on: argument.id)
      }
      return .commentRemoved(comment, on: undone.argument, at: undone.index)
    case .commentRemoved(let comment, let argument, let index):
      guard find(argument)?.created == argument.created else { throw .superseded }
      let restored = try edit(argument.column) { list throws(BoardError) in
        try list.restore(comment, at: index, on: argument.id)
      }
      return .commentAdded(
        comment, on: restored, at: restored.comments.firstIndex(of: comment) ?? index)
    case .objectionChanged(let old, let new):
      guard objections[new.id] == new else { throw .superseded }
      // One that was raised stays in the list.
      let undone =
        if let old { old } else {
          new.closed(try Objection.Closing(.withdrawn, by: author, date: now))
        }
      objections.put(undone)
      return .objectionChanged(from: new, to: undone)
    case .superseded(let successor, let old):
      guard let decision = topic.decision, decision.successor == successor else {
        throw .superseded
      }
      topic.decision = decision.superseded(by: old)
      return .superseded(by: old, insteadOf: successor)
    case .optionAdded, .optionChanged, .optionMoved, .optionRemoved, .converted:
      return try takeBack(option: event, by: author, at: now)
    case .todoAdded, .todoChanged, .todoMoved, .todoRemoved:
      return try takeBack(todo: event, by: author, at: now)
    case .decided, .reopened: throw .superseded
    case .created, .removed, .restored, .postWritten, .postEdited, .postRemoved:
      preconditionFailure("not a change of a board")
    }
  }

  /// Checks that an argument is still as a change left it.
  private func expect(_ argument: Argument) throws(BoardError) {
    let found = find(argument)
    // Not its date: it may have been changed and changed back.
    guard let found, found.text == argument.text, found.weight == argument.weight,
      found.created == argument.created
    else { throw .superseded }
  }

  /// The argument as it is now; nil if it is not there.
  private func find(_ argument: Argument) -> Argument? {
    self[argument.column]?.arguments.first { $0.id == argument.id }
  }
}
