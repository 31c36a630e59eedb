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
func changeLine(of boxes: [PublishedBox], revision: Int? = nil, merged: Int?) -> [UInt8] {
  var line = BoxesLine(
    .change, revision: revision ?? boxes[boxes.count - 1].revision,
    capacity: lineSize(of: boxes))
  var removed: [Path] = []
  for box in boxes {
    if box.exists { line.append(member: box.member) } else { removed.append(box.path) }
  }
  return line.finish(removed: removed, merged: merged)
}
