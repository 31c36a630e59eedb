internal import BoxWire
internal import UVLoop

/// Returns the approximate number of bytes of a line with these boxes.
@LoopActor
func lineSize(of boxes: [PublishedBox]) -> Int {
  var size = 0
  for box in boxes { size += box.member.count + 1 }
  return size
}

/// Returns one `change` line for boxes in order of their change.
///
/// - Parameters:
///   - revision: the line's revision; nil for that of the last box, which must then exist.
///   - merged: the number of revisions that the line combines; nil if unknown.
@LoopActor
func changeLine(of boxes: [PublishedBox], revision: Int? = nil, merged: Int?) -> OutputLine {
  var line = OutputLine(
    .change, revision: revision ?? boxes[boxes.count - 1].revision, capacity: copiedSize(of: boxes))
  for box in boxes { line.append(box) }
  line.end(merged: merged)
  return line
}

/// Returns the approximate number of bytes of such a line that are copied.
@LoopActor
private func copiedSize(of boxes: [PublishedBox]) -> Int {
  var size = 0
  for box in boxes where box.shared == nil { size += box.member.count + 1 }
  return size
}

/// Returns the `change` line of a revision in which a changed value is long, and the cursor after
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
