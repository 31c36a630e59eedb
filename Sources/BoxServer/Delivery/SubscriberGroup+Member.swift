internal import BoxWire
internal import UVLoop

/// Sends to one member alone: the rest of a line, what it missed, and snapshots.
extension SubscriberGroup {
  /// What is left to do for a member; ``resume(_:flushed:)`` does it. Its connection stays awake for
  /// as long as something is: whatever can wait for a member must be found here.
  func rest(of member: Subscriber, flushed: Int) -> Rest {
    if !member.snapshots.isEmpty || !member.barriers.isEmpty { return .now }
    guard position(of: member, flushed: flushed) < flushed else { return .nothing }
    return member.isHeldBack ? .afterInterval : .now
  }

  /// Records whether the kernel has taken everything that was written to a member.
  func setDrained(_ isDrained: Bool, _ member: Subscriber) {
    lanes[member.index].isReady = isDrained && member.snapshots.isEmpty
  }

  func begin(_ snapshot: Snapshot, for member: Subscriber) {
    member.snapshots.append(snapshot)
    lanes[member.index].isReady = false
  }

  /// Whether several changes of one box are combined. In `every` they are while a first snapshot is
  /// being sent: the client does not have the state yet to which each revision applies.
  func isConflated(for member: Subscriber) -> Bool {
    mode == .latest || member.snapshots.first?.isWhole == true
  }

  // MARK: The rest of a line

  /// Sends the rest of a line for the whole group, if the kernel accepts it.
  ///
  /// - Parameters:
  ///   - shared: the line, if it is long.
  ///   - taken: the number of bytes that the kernel already accepted; nil when the member is not in
  ///     step, and is sent what is due to it instead.
  ///   - next: the cursor after the line.
  func send(
    _ line: [UInt8], _ shared: SharedBytes?, _ taken: Int?, _ next: Cursor, to member: Subscriber,
    flushed: Int
  ) -> Sent {
    guard let taken else { return resume(member, flushed: flushed) }
    var sent = Sent()
    let end = member.output.offer(line, sent: taken, shared: shared, end: { _ in line.count })
    setDrained(member.output.isDrained, member)
    guard end > 0 else { return sent }
    sent.count(bytes: line.count)
    lanes[member.index].cursor = next
    member.startInterval()
    return sent
  }

  /// Sends a line in pieces for the whole group, if the kernel accepts some of it.
  func offer(_ line: OutputLine, _ next: Cursor, to member: Subscriber) -> Sent {
    var sent = Sent()
    let isTaken = member.output.offer(pieces: line.pieces)
    setDrained(member.output.isDrained, member)
    guard isTaken else { return sent }
    sent.count(bytes: line.count)
    lanes[member.index].cursor = next
    member.startInterval()
    return sent
  }

  /// Sends several lines, as many as the kernel accepts.
  func send(
    _ lines: RevisionLines, _ shared: SharedBytes?, _ taken: Int?, to member: Subscriber,
    flushed: Int
  ) -> Sent {
    guard let taken else { return resume(member, flushed: flushed) }
    var sent = Sent()
    let end = member.output.offer(lines.bytes, sent: taken, shared: shared) {
      lines.last(at: $0).end.offset
    }
    setDrained(member.output.isDrained, member)
    guard end > 0 else { return sent }
    let (count, last) = lines.last(at: end)
    sent.count(lines: count, bytes: end)
    lanes[member.index].cursor = last.cursor
    member.startInterval()
    return sent
  }

  // MARK: What is due

  /// Sends what is due for as long as the output wants more: changes first, then snapshots.
  func resume(_ member: Subscriber, flushed: Int) -> Sent {
    var sent = Sent()
    finishWaiting(member)
    // A callback may withdraw patterns, and so move the member to another group.
    while member.group === self, member.output.wantsMore {
      if member.isHeldBack {
        if let due = member.due, position(of: member, flushed: flushed) < flushed {
          hold(until: due)
        }
        break
      }
      sent += sendChanges(to: member, flushed: flushed)
      guard member.group === self else { break }
      guard lanes[member.index].cursor.position == log.position else { continue }
      guard member.output.wantsMore, let snapshot = member.snapshots.first else { break }
      send(snapshot, to: member, &sent)
    }
    return sent
  }

  /// Sends changes up to now, in `every` as many as the output wants. If they are unknown, or too
  /// many, starts a snapshot instead.
  func sendChanges(to member: Subscriber, flushed: Int) -> Sent {
    var sent = Sent()
    guard lanes[member.index].cursor.position < log.position else { return sent }
    let from = position(of: member, flushed: flushed)
    if isConflated(for: member) {
      sendNewest(to: member, after: from, &sent)
    } else {
      sendRevisions(to: member, after: from, &sent)
    }
    finishWaiting(member)
    return sent
  }

  /// Calls the callbacks for which everything has been sent.
  func finishWaiting(_ member: Subscriber) {
    // An earlier callback may have moved the member to another group.
    guard member.group === self, !member.barriers.isEmpty, member.snapshots.isEmpty else { return }
    let position = lanes[member.index].cursor.position
    for body in member.barriers.passed(by: position) { body(true) }
  }

  private func sendRevisions(to member: Subscriber, after from: Int, _ sent: inout Sent) {
    let horizon = log.recent.horizon
    // What has left the ring of the revision sent last does not concern the group.
    guard from >= horizon.position || lanes[member.index].cursor.revision >= horizon.revision else {
      return sendGap(to: member, &sent)
    }
    let (lines, long, position) = due(after: max(from, horizon.position))
    lanes[member.index].cursor.position = position
    if let (line, cursor) = long { write(line, cursor.revision, to: member, &sent) }
    guard let last = lines.ends.last else { return }
    member.output.append(lines.bytes)
    sent.count(lines: lines.ends.count, bytes: lines.bytes.count)
    lanes[member.index].cursor.revision = last.cursor.revision
  }

  private func sendNewest(to member: Subscriber, after from: Int, _ sent: inout Sent) {
    guard from >= horizon else { return sendGap(to: member, &sent) }
    let boxes = boxes(after: from)
    let merged = mode == .latest ? revisions(since: lanes[member.index].cursor) : nil
    lanes[member.index].cursor.position = log.position
    lanes[member.index].cursor.tally = tally
    guard let last = boxes.last else { return }
    let limit = log.memory.isPressed ? ServerLimits.pressedLine : ProtocolLimits.catchUpLine
    if boxes.count == 1 || lineSize(of: boxes) <= limit {
      write(changeLine(of: boxes, merged: merged), last.revision, to: member, &sent)
    } else {
      let removed = boxes.filter { !$0.exists }
      let removals = changeLine(of: removed, revision: log.revision, merged: merged)
      write(removals, log.revision, to: member, &sent)
      catchUp(member, after: from, &sent)
    }
    member.startInterval()
  }

  /// Sends a gap, to be followed by a snapshot. Nothing older is sent from now on.
  func startOver(_ member: Subscriber) -> Sent {
    var sent = Sent()
    sendGap(to: member, &sent)
    return sent
  }

  private func sendGap(to member: Subscriber, _ sent: inout Sent) {
    let gap = Gap(from: lanes[member.index].cursor.revision + 1, to: log.revision)
    lanes[member.index].cursor.position = log.position
    lanes[member.index].cursor.tally = tally
    write(gap.line, log.revision, to: member, &sent)
    member.own?.startOver()
    beginCatchUp(member, after: 0)
  }

  /// Starts a snapshot of what changed, and sends its first line, however much waits: before the
  /// client gets another change, it must know that its state is not consistent now.
  private func catchUp(_ member: Subscriber, after position: Int, _ sent: inout Sent) {
    send(beginCatchUp(member, after: position), to: member, &sent)
  }

  /// Starts a snapshot of what changed, ahead of other snapshots, so that their final state is
  /// correct for these boxes too. The rest of an earlier catch-up becomes part of it: there is
  /// never more than one.
  @discardableResult
  private func beginCatchUp(_ member: Subscriber, after position: Int) -> Snapshot {
    var position = position
    let isWhole = position == 0 || member.snapshots.first?.isWhole == true
    if let earlier = member.snapshots.first, earlier.isCatchUp {
      position = min(position, earlier.position)
      member.snapshots.removeFirst()
    }
    let snapshot = Snapshot(
      of: key.patterns, after: position, upTo: log.position, isCatchUp: true, isWhole: isWhole)
    member.snapshots.insert(snapshot, at: 0)
    lanes[member.index].isReady = false
    return snapshot
  }

  /// Sends the next line of the member's first snapshot, or `synced` when nothing is left of it.
  private func send(_ snapshot: Snapshot, to member: Subscriber, _ sent: inout Sent) {
    var snapshot = snapshot
    if let line = log.nextLine(of: &snapshot, key.options.rights) {
      member.snapshots[0] = snapshot
      return write(line, log.revision, to: member, &sent)
    }
    member.snapshots.removeFirst()
    // If a `subscribe` waits behind a catch-up, its `synced` ends both.
    if snapshot.isCatchUp && !member.snapshots.isEmpty { return }
    member.own?.sendDue(revision: log.revision)
    let synced = Synced(epoch: log.epoch, revision: log.revision)
    write(synced.line, log.revision, to: member, &sent)
    finishWaiting(member)
  }

  private func write(
    _ line: OutputLine, _ revision: Int, to member: Subscriber, _ sent: inout Sent
  ) {
    if let bytes = line.bytes { return write(bytes, revision, to: member, &sent) }
    member.output.append(line.pieces)
    sent.count(bytes: line.count)
    lanes[member.index].cursor.revision = revision
  }

  private func write(
    _ line: [UInt8], _ revision: Int, to member: Subscriber, _ sent: inout Sent
  ) {
    member.output.append(line)
    sent.count(bytes: line.count)
    lanes[member.index].cursor.revision = revision
  }

  // MARK: Reading the log

  /// The boxes and tombstones that concern the group and changed after a position, in order of
  /// change.
  private func boxes(after position: Int) -> [PublishedBox] {
    let selection = key.selection
    var found: [PublishedBox] = []
    var next = log.order.firstAfter(position)
    while let box = next {
      if box.isIn(selection) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Returns what is due after a position, and the position up to which it goes: lines of at most
  /// about 64 KiB, or one line in pieces.
  private func due(
    after position: Int
  ) -> (lines: RevisionLines, long: (line: OutputLine, cursor: Cursor)?, position: Int) {
    var lines = RevisionLines()
    var position = position
    while let (positions, isLong) = nextRevision(after: position) {
      if isLong || lines.isLarge {
        lines.endLine()
        guard lines.ends.isEmpty else { return (lines, nil, position) }
        let long = changeLine(of: positions[...], in: log.recent)
        return (lines, long, long.cursor.position)
      }
      for position in positions { lines.append(log.recent, position) }
      position = positions[positions.count - 1]
    }
    lines.endLine()
    return (lines, nil, log.position)
  }

  /// Returns the positions of the next revision that concerns the group, and whether one of its
  /// values is long.
  private func nextRevision(after position: Int) -> (positions: [Int], isLong: Bool)? {
    let selection = key.selection
    var positions: [Int] = []
    var isLong = false
    for position in (position + 1)..<(log.position + 1) {
      if let first = positions.first, log.recent[position].revision != log.recent[first].revision {
        break
      }
      guard log.recent[position].box.isIn(selection) else { continue }
      positions.append(position)
      if log.recent[position].shared != nil { isLong = true }
    }
    return positions.isEmpty ? nil : (positions, isLong)
  }
}
