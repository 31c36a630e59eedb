internal import BoxWire
internal import UVLoop

/// Patterns of clients that are remembered as settled.
private let mostSettled = 10_000

/// Continues the stream of an earlier run.
///
/// Its boxes are known by path, revision and a hash of the value: they have no value yet, and nobody sees
/// them. When something in this run gives a box the value that it had, it keeps its revision; any other
/// value is a change. Before a client subscribes, what matches its patterns is settled:
/// a box that nothing has given a value is removed.
extension ChangeLog {
  /// - Precondition: nothing has been published.
  func resume(_ state: StreamState) {
    beginRevisions(after: state.revision, in: String(state.epoch, radix: 16))
    lost = state.lost
    var last: [Path: StreamState.Change] = [:]
    for change in state.changes { last[change.path] = change }
    var known: [Path: PublishedBox] = [:]
    for remembered in state.boxes {
      let box = PublishedBox(path: remembered.path)
      known[box.path] = box
      insert(box)
      if remembered.value != .removed {
        box.remembered = remembered.value
        rememberedCount += 1
      }
      if last[box.path] == nil { order.moveToEnd(box, revision: remembered.revision) }
    }
    recent.begin(after: Cursor(position: position, revision: state.horizon))
    for change in state.changes {
      let box = known[change.path] ?? makeBox(of: change, isGone: last[change.path]?.member.isEmpty)
      known[change.path] = box
      if box.isNowhere { order.skip() } else { order.moveToEnd(box, revision: change.revision) }
      recent.append(
        RecentChanges.Change(
          box: box, revision: change.revision, member: change.member, shared: nil))
    }
    // The memory has room for more than the ring's limits allow.
    _ = trim(upTo: position)
  }

  /// Makes a box of which only changes are known: a tombstone, or one that was released, whose changes
  /// nobody can request any longer.
  private func makeBox(of change: StreamState.Change, isGone: Bool?) -> PublishedBox {
    guard isGone == true else { return PublishedBox(nowhere: change.path) }
    return makeBox(at: change.path)
  }

  /// Keeps the stream in memory from now on.
  ///
  /// - Precondition: no box has a value.
  func keep(in memory: StreamMemory) {
    memory.lost = max(lost, 0)
    memory.horizon = recent.horizon.revision
    let remembered = all.filter { $0.remembered != nil }
    for box in remembered where box.position <= recent.horizon.position {
      memory.add(box)
    }
    var position = recent.horizon.position
    while position < self.position {
      position += 1
      let change = recent[position]
      memory.append(change.member, of: change.box, revision: change.revision)
    }
    // The record of the last change is not what it had when that was lost.
    for box in remembered where box.remembered == .unknown { memory.forgetValue(of: box) }
    memory.commit(revision)
    stream = memory
  }

  // MARK: Values of this run

  /// Gives a remembered box its value in this run.
  ///
  /// - Returns: whether that is a change.
  func confirm(_ box: PublishedBox, _ member: [UInt8]) -> Bool {
    let isSame = stream.map { box.remembered == .hash($0.hash(member)) } ?? false
    forgetRemembered(box)
    box.assign(member: member, memory)
    return !isSame
  }

  /// - Returns: whether the box was remembered.
  @discardableResult
  func forgetRemembered(_ box: PublishedBox) -> Bool {
    guard box.remembered != nil else { return false }
    box.remembered = nil
    rememberedCount -= 1
    return true
  }

  /// Whether a box may be published: what a scene has for a remembered box counts once it is loaded.
  func isDue(_ box: PublishedBox) -> Bool {
    guard box.remembered != nil, box.encode != nil, !publishesUnsettled else { return true }
    return place?.isSettled(box.path) ?? true
  }

  /// To be called when what the boxes depend on has been loaded, or could not be.
  func settle(_ boxes: [PublishedBox]) {
    guard rememberedCount > 0 else { return }
    for box in boxes where box.remembered != nil {
      if box.encode != nil || place?.isGone(box.path) ?? true { mark(box) }
    }
  }

  /// To be called when the contents of a root have been loaded, or could not be.
  func settle(under root: String) {
    guard rememberedCount > 0 else { return }
    settle(boxes(under: root))
  }

  /// Settles what patterns match, before it is sent to a client: values count as they are, and what
  /// this run does not have is removed. If that is not known, the next value will be a change.
  ///
  /// - Returns: whether it is known what has changed since the earlier run.
  func settle(_ patterns: [Pattern], _ rights: Rights?) -> Bool {
    guard rememberedCount > 0 else { return true }
    let new = patterns.filter { !settled.contains($0) }
    guard !new.isEmpty else { return true }
    endTurn()
    var isKnown = true
    for box in remembered(in: Selection(new, rights)) {
      if box.encode != nil || place?.isGone(box.path) ?? true {
        mark(box)
      } else {
        forgetValue(of: box)
        isKnown = false
      }
    }
    publishesUnsettled = true
    endTurn()
    publishesUnsettled = false
    if isKnown, rights == nil, settled.count < mostSettled { settled.formUnion(new) }
    return isKnown
  }

  /// Makes the next value of each remembered box that is selected a change, for clients that have not
  /// received the box.
  func forgetValues(in selection: Selection) {
    guard rememberedCount > 0 else { return }
    for box in remembered(in: selection) { forgetValue(of: box) }
  }

  private func forgetValue(of box: PublishedBox) {
    box.remembered = .unknown
    stream?.forgetValue(of: box)
  }

  private func remembered(in selection: Selection) -> [PublishedBox] {
    var found: [PublishedBox] = []
    for pattern in selection.patterns {
      guard let root = pattern.root else { return all.filter { isRemembered($0, in: selection) } }
      if let box = find(root) { found.append(box) }
      if pattern.path == nil { found += boxes(under: root.text) }
    }
    return found.filter { isRemembered($0, in: selection) }
  }

  private func isRemembered(_ box: PublishedBox, in selection: Selection) -> Bool {
    box.remembered != nil && box.isIn(selection)
  }

  private var all: [PublishedBox] {
    var found: [PublishedBox] = []
    var next = order.first
    while let box = next {
      found.append(box)
      next = box.next
    }
    return found
  }

  func remembered(at path: Path) -> PublishedBox? {
    find(path).flatMap { $0.remembered == nil ? nil : $0 }
  }

  /// The remembered boxes under a root that no scene has.
  func rememberedOfClients(under root: String) -> [PublishedBox] {
    guard rememberedCount > 0 else { return [] }
    return boxes(under: root).filter { $0.remembered != nil && $0.encode == nil }
  }
}

/// What is known of the places of boxes.
@LoopActor
protocol BoxPlaces: AnyObject {
  /// Whether a scene's box has the value that it is to have: all that it depends on is loaded, or could
  /// not be.
  func isSettled(_ path: Path) -> Bool
  /// Whether it is certain that nothing gives a box at a path a value, if no scene does now.
  func isGone(_ path: Path) -> Bool
}
