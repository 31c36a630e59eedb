internal import BoxWire
internal import UVLoop

/// About how many bytes a line with these boxes has.
@LoopActor
func lineSize(of boxes: [PublishedBox]) -> Int {
  var size = 0
  for box in boxes { size += box.member.count + 1 }
  return size
}

/// One `change` line for boxes in order of their change.
///
/// - Parameters:
///   - revision: the line's; nil for that of the last box, which must exist then.
///   - merged: how many revisions it stands for; nil when that is not known.
@LoopActor
func changeLine(of boxes: [PublishedBox], revision: Int? = nil, merged: Int?) -> OutputLine {
  var line = OutputLine(
    .change, revision: revision ?? boxes[boxes.count - 1].revision, capacity: copiedSize(of: boxes))
  for box in boxes { line.append(box) }
  line.end(merged: merged)
  return line
}

/// About how many bytes of such a line are copied.
@LoopActor
private func copiedSize(of boxes: [PublishedBox]) -> Int {
  var size = 0
  for box in boxes where box.shared == nil { size += box.member.count + 1 }
  return size
}

/// The `change` line of a revision, of changes of which one has a long value, and the cursor behind
/// it.
@LoopActor
func changeLine(
  of positions: ArraySlice<Int>, in recent: borrowing RecentChanges
) -> (line: OutputLine, cursor: Cursor) {
  let last = positions[positions.endIndex - 1]
  let revision = recent[last].revision
  var line = OutputLine(.change, revision: revision, capacity: 0)
  for position in positions { line.append(recent[position]) }
  line.end()
  return (line, Cursor(position: last, revision: revision))
}
