internal import Loop
internal import Wire

/// `change` lines in one piece, one for each revision, and where each of them ends.
@LoopActor
struct RevisionLines {
  /// The last change that a line tells.
  struct End {
    /// How many bytes the piece has up to there.
    let offset: Int
    let stamp: Int
    let revision: Int
  }

  /// In order; of lines that are finished.
  private(set) var ends: [End] = []
  private var lines: [UInt8] = []
  /// What is to go into the next line: changes of one revision.
  private var changes: [RecentChanges.Change] = []
  private var stamp = 0

  /// All finished lines.
  var bytes: [UInt8] { lines }

  /// Adds a change to the line of its revision, which finishes the line before when that is of
  /// another one.
  mutating func append(_ change: RecentChanges.Change, stamp: Int) {
    if let last = changes.last, last.revision != change.revision { finishLine() }
    changes.append(change)
    self.stamp = stamp
  }

  /// Finishes the last line.
  mutating func finishLine() {
    guard let revision = changes.last?.revision else { return }
    // Taken out, so that it is not copied.
    var before: [UInt8] = []
    swap(&before, &lines)
    var line = BoxesLine(.change, revision: revision, after: before)
    var removed: [Path] = []
    for change in changes {
      if change.member.isEmpty {
        removed.append(change.box.path)
      } else {
        line.append(member: change.member)
      }
    }
    lines = line.finish(removed: removed)
    changes.removeAll(keepingCapacity: true)
    ends.append(End(offset: lines.count, stamp: stamp, revision: revision))
  }

  /// Lets go of the finished lines.
  mutating func removeLines() {
    lines = []
    ends.removeAll(keepingCapacity: true)
  }

  /// How many lines there are up to the one that the byte before `offset` belongs to, and its end.
  func last(at offset: Int) -> (count: Int, end: End) {
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return (low + 1, ends[low])
  }
}
