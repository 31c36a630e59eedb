internal import BoxWire

/// Checks each line.
extension ModelClient {
  package mutating func take(_ line: ModelLine, _ history: BoxHistory) throws {
    lines.append(String(line.text.prefix(400)))
    if lines.count > 12 { lines.removeFirst() }
    if case .response(let id, let response) = line.kind {
      return try answer(id, response, history)
    }
    if case .own(let values) = line.kind { return try ownValues(values, history) }
    let isSnapshot = if case .snapshot = line.kind { true } else { false }
    try require(!mustGetSnapshot || isSnapshot, "a large catch-up does not start with a snapshot")
    mustGetSnapshot = false
    switch line.kind {
    case .change(let boxes): try change(boxes, history)
    case .snapshot(let boxes): try snapshot(boxes, size: line.size, history)
    case .synced(let revision): try synced(revision, history)
    case .gap(let from, let to): try gap(from, to, history)
    case .response, .own: break
    }
  }

  /// Checks that values of the session are not overtaken, and overtake nothing.
  private mutating func ownValues(_ values: ModelLine.OwnValues, _ history: BoxHistory) throws {
    try require(!mustGetSnapshot, "a large catch-up does not start with a snapshot")
    try require(
      !values.isSnapshot || !unsynced.isEmpty || isForgetful, "a snapshot without a reason")
    try passRules(before: values.revision, history)
    try require(
      values.revision >= max(revision, ownRevision), "a line goes back to \(values.revision)")
    let last = revision
    try requireNothingFirm(in: try advance(to: values.revision, history))
    revision = last
    ownRevision = values.revision
    isPaired = false
    try own.take(values)
  }

  mutating func change(_ boxes: ModelLine.Boxes, _ history: BoxHistory) throws {
    let last = revision
    try require(
      boxes.revision > max(revision, ownRevision),
      "a change has no higher revision than the line before")
    try passRules(before: boxes.revision, history)
    let isBefore = boxes.revision <= before.revision
    // In mode `latest`, pending changes are sent before the new patterns apply.
    let held = isBefore && mode == .latest ? before.mask : held
    try require(boxes.mask & ~held == 0, "a box does not match the patterns")
    let touched = try advance(to: boxes.revision, history)
    let relevant = touched.filter { held & (1 << UInt64($0.box)) != 0 }
    let changed: UInt64 = relevant.reduce(0) { $0 | 1 << UInt64($1.box) }
    try require(boxes.mask & ~changed == 0, "a box has not changed")
    try apply(boxes)
    try checkPace(isHeld: isBefore)
    switch mode {
    case .every: try checkEvery(boxes, touched, relevant)
    case .latest:
      let subscribed = isBefore ? before.earlier : before.revision
      if let lastHandOver, last <= lastHandOver { mayOmitMerged = true }
      try checkMerged(
        boxes, Set(relevant.map(\.revision).filter { $0 > subscribed }).count)
    }
    if !isBefore { mayOmitMerged = mode == .every }
    guard !isCatchingUp, !isForgetful else { return }
    if mode == .latest, boxes.values.isEmpty, !isExact {
      let size = (0..<state.count).reduce(0) { size, box in
        guard changed & (1 << UInt64(box)) != 0 else { return size }
        // Each box counts with a comma after it; a removed box counts only as its comma.
        guard expected[box] > 0 else { return size + 1 }
        return size + 1 + history.size(ofBox: box, value: expected[box])
      }
      try require(size > 1 << 20, "a catch-up of \(size) bytes has snapshot lines")
      (isCatchingUp, mustGetSnapshot) = (true, true)
    } else {
      try requireExact()
    }
  }

  /// Checks that no change is left out, and that each revision has a line of its own.
  func checkEvery(
    _ boxes: ModelLine.Boxes, _ touched: [BoxHistory.Change], _ relevant: [BoxHistory.Change]
  ) throws {
    try require(boxes.merged == nil, "merged in mode every")
    guard !isForgetful, firm != 0 else { return }
    let leftOut = touched.filter {
      firm & (1 << UInt64($0.box)) != 0 && $0.revision != boxes.revision
    }
    try require(leftOut.isEmpty, "left out: \(leftOut)")
    let count = relevant.count { $0.revision == boxes.revision }
    try require(
      boxes.values.count + boxes.removed.count == count, "a line is not exactly one revision")
  }

  func checkMerged(_ boxes: ModelLine.Boxes, _ count: Int) throws {
    guard let merged = boxes.merged else {
      return try require(mayOmitMerged || count == 1, "merged is missing; it is \(count)")
    }
    try require(merged > 1, "merged is \(merged)")
    try require(merged == count, "merged is \(merged) and not \(count)")
  }

  mutating func snapshot(
    _ boxes: ModelLine.Boxes, size: Int, _ history: BoxHistory
  ) throws {
    try require(
      !unsynced.isEmpty || isCatchingUp || isForgetful, "a snapshot without a reason")
    try passRules(before: boxes.revision, history)
    try require(boxes.mask & ~held == 0, "a box does not match the patterns")
    try require(boxes.removed.isEmpty, "a snapshot with removals")
    try require(size <= 65_536 + 200 || boxes.values.count == 1, "a snapshot of \(size) bytes")
    try requireNothingFirm(in: try advance(to: boxes.revision, history))
    try apply(boxes)
    if !isCatchingUp && !isForgetful { try requireExact() }
  }

  mutating func synced(_ revision: Int, _ history: BoxHistory) throws {
    try require(
      !unsynced.isEmpty || isCatchingUp || isForgetful, "a synced without a reason")
    try passRules(before: revision, history)
    try requireNothingFirm(in: try advance(to: revision, history))
    (isCatchingUp, isForgetful) = (false, false)
    if !unsynced.isEmpty { firmPatterns.formUnion(unsynced.removeFirst().patterns) }
    try requireExact()
    if unsynced.isEmpty { try own.requireCurrent(at: revision) }
  }

  mutating func gap(_ from: Int, _ to: Int, _ history: BoxHistory) throws {
    try require(hasOthers, "a gap without patterns")
    try require(from == revision + 1, "the gap is from \(from)")
    try passRules(before: to, history)
    let start = position
    _ = try advance(to: to, history)
    let isOfRights = changesRights(at: to, history)
    try require(isOfRights || mayHaveGap(start..<position, history), "a gap without a reason")
    for box in state.indices { state[box] = 0 }
    own.forget()
    (isForgetful, isCatchingUp) = (true, false)
    mayOmitMerged = false
  }

  func mayHaveGap(_ range: Range<Int>, _ history: BoxHistory) -> Bool {
    switch mode {
    case .every: return isForgotten(range, history)
    case .latest:
      return range.contains { index in
        let change = history.changes[index]
        guard change.value == 0, held & (1 << UInt64(change.box)) != 0 else { return false }
        let again = history.changes[(index + 1)..<range.upperBound]
          .firstIndex { $0.box == change.box }
        // It is unknown in which order the changes of a revision were made.
        let first = history.index(after: change.revision - 1)
        return isForgotten(first..<(again ?? range.upperBound), history)
      }
    }
  }

  /// Whether the first of these changes may be forgotten after the last of them.
  func isForgotten(_ range: Range<Int>, _ history: BoxHistory) -> Bool {
    range.count > memory.changes || history.bytes(of: range) > memory.bytes
  }
}
