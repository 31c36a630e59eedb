extension Board {
  /// Undoes a change: what it changed becomes what it was before, dated now.
  ///
  /// - Throws: `BoardError`: `.decided`, `.superseded` if the result of the change has changed since,
  ///   `.duplicate` or `.full` if there is no longer room for what was there. Nothing is changed
  ///   then.
  mutating func undo(
    _ entry: HistoryEntry, by author: String, at now: Timestamp
  ) throws(BoardError) {
    try refuseIfDecided()
    var copy = self
    let event = try copy.takeBack(entry.record.event, by: author, at: now)
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
      return .argumentRemoved(
        argument,
        at: try edit(argument.side) { side throws(BoardError) in
          try side.remove(id: argument.id, by: author, at: now).index
        })
    case .argumentRemoved(let argument, let index):
      let restored = try edit(argument.side) { side throws(BoardError) in
        try side.restore(argument, at: index, by: author, now: now)
      }
      return .argumentAdded(restored.argument, at: restored.index)
    case .argumentChanged(let old, let new):
      try expect(new)
      let change = try edit(old.side) { side throws(BoardError) in
        try side.change(id: old.id, text: old.text, weight: old.weight, by: author, at: now)
      }
      return .argumentChanged(from: change.old, to: change.new)
    case .argumentMoved(let old, let index, let new, let target):
      guard let place = self[new.side].arguments.firstIndex(where: { $0.id == new.id }) else {
        throw .superseded
      }
      if old.side == new.side {
        guard place == target else { throw .superseded }
        let argument = self[new.side].arguments[place]
        try edit(old.side) { side throws(BoardError) in
          side.put(argument.id, at: index, by: author, now: now)
        }
        return .argumentMoved(from: argument, at: place, to: argument, place: index)
      }
      try expect(new)
      _ = try edit(new.side) { side throws(BoardError) in
        try side.remove(id: new.id, by: author, at: now)
      }
      let restored = try edit(old.side) { side throws(BoardError) in
        try side.restore(old, at: index, by: author, now: now)
      }
      return .argumentMoved(from: new, at: place, to: restored.argument, place: restored.index)
    case .argumentSupported(let argument, let isSupporting):
      let found = self[argument.side].arguments.first { $0.id == argument.id }
      guard found?.created == argument.created else { throw .superseded }
      let (undone, isChange) = try edit(argument.side) { side throws(BoardError) in
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
    case .decided, .reopened: throw .superseded
    case .created, .removed, .restored, .postWritten, .postEdited, .postRemoved:
      preconditionFailure("not a change of a board")
    }
  }

  /// Checks that an argument is still as a change left it.
  private func expect(_ argument: Argument) throws(BoardError) {
    let found = self[argument.side].arguments.first { $0.id == argument.id }
    // Not its date: it may have been changed and changed back.
    guard let found, found.text == argument.text, found.weight == argument.weight,
      found.created == argument.created
    else { throw .superseded }
  }
}
