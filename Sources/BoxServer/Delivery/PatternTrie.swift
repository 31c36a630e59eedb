internal import BoxWire
internal import DequeModule
internal import UVLoop

/// Finds the groups that a path concerns by its segments, without examining each group.
@LoopActor
final class PatternTrie {
  private final class Node {
    var names: [Substring: Node] = [:]
    var any: Node?
    /// Groups with a pattern that ends here.
    var groups: [SubscriberGroup] = []
    /// Groups with a pattern that ends here with `**`.
    var rests: [SubscriberGroup] = []

    var isEmpty: Bool { names.isEmpty && any == nil && groups.isEmpty && rests.isEmpty }
  }

  /// The number of added or removed groups after which a new search is quicker.
  private static let mostRecent = 8

  /// Maximum number of groups that a box remembers. Sending to more takes so long that the search
  /// does not matter, and thousands of boxes that remember them would take much memory.
  private static let mostRemembered = 256

  private let root = Node()
  /// Increases with each group that is added or removed, so that outdated results are recognized.
  private var generation = 0
  /// The last of these changes, the newest at the end.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var recent: Deque<(group: SubscriberGroup, came: Bool)> = []
  /// The last result. Boxes often concern the same groups, and then share one array.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var lastFound: [SubscriberGroup] = []
  /// Numbers the searches, so that a group knows whether the current one has found it.
  private var search = 0

  func insert(_ group: SubscriberGroup) {
    for pattern in group.key.patterns { insert(group, at: pattern.segments[...], in: root) }
    note(group, came: true)
  }

  func remove(_ group: SubscriberGroup) {
    for pattern in group.key.patterns { remove(group, at: pattern.segments[...], in: root) }
    note(group, came: false)
  }

  private func note(_ group: SubscriberGroup, came: Bool) {
    generation += 1
    recent.append((group, came))
    if recent.count > Self.mostRecent { recent.removeFirst() }
  }

  /// Returns the groups that concern a box. Updates the previous result for it; searches again
  /// after many groups were added or removed, or when there are many.
  func groups(of box: PublishedBox) -> [SubscriberGroup] {
    let audience = box.audience as? Audience ?? Audience()
    guard audience.generation != generation else { return audience.groups }
    let missed = generation - audience.generation
    if audience.generation > 0, missed <= recent.count {
      for (group, came) in recent.suffix(missed) { audience.update(group, came: came, box) }
    } else {
      audience.groups = groups(matching: box.path)
    }
    audience.generation = generation
    if audience.groups.elementsEqual(lastFound, by: ===) {
      audience.groups = lastFound
    } else {
      lastFound = audience.groups
    }
    box.audience = lastFound.count <= Self.mostRemembered ? audience : nil
    return lastFound
  }

  /// Returns the groups that have a matching pattern and may read the path, each once.
  func groups(matching path: Path) -> [SubscriberGroup] {
    var found: [SubscriberGroup] = []
    let segments = path.segments
    search += 1
    collect(segments[...], in: root, mayWildcard: !Pattern.mustBeNamed(segments[0]), &found)
    found.removeAll { $0.key.options.rights?.read.match(segments) == false }
    return found
  }

  private func insert(
    _ group: SubscriberGroup, at segments: ArraySlice<Pattern.Segment>, in node: Node
  ) {
    switch segments.first {
    case nil: node.groups.append(group)
    case .rest: node.rests.append(group)
    case .any:
      let child = node.any ?? Node()
      node.any = child
      insert(group, at: segments.dropFirst(), in: child)
    case .name(let name):
      let child = node.names[name] ?? Node()
      node.names[name] = child
      insert(group, at: segments.dropFirst(), in: child)
    }
  }

  private func remove(
    _ group: SubscriberGroup, at segments: ArraySlice<Pattern.Segment>, in node: Node
  ) {
    switch segments.first {
    case nil: node.groups.removeAll { $0 === group }
    case .rest: node.rests.removeAll { $0 === group }
    case .any:
      guard let child = node.any else { return }
      remove(group, at: segments.dropFirst(), in: child)
      if child.isEmpty { node.any = nil }
    case .name(let name):
      guard let child = node.names[name] else { return }
      remove(group, at: segments.dropFirst(), in: child)
      if child.isEmpty { node.names[name] = nil }
    }
  }

  private func collect(
    _ segments: ArraySlice<Substring>, in node: Node, mayWildcard: Bool,
    _ found: inout [SubscriberGroup]
  ) {
    if mayWildcard { add(node.rests, to: &found) }
    guard let segment = segments.first else { return add(node.groups, to: &found) }
    let rest = segments.dropFirst()
    if let child = node.names[segment] { collect(rest, in: child, mayWildcard: true, &found) }
    if mayWildcard, let child = node.any { collect(rest, in: child, mayWildcard: true, &found) }
  }

  private func add(_ groups: [SubscriberGroup], to found: inout [SubscriberGroup]) {
    for group in groups where group.search != search {
      group.search = search
      found.append(group)
    }
  }
}

/// The groups that a box concerns, kept with the box, so that the patterns need not be searched at
/// each change.
@LoopActor
final class Audience {
  var groups: [SubscriberGroup] = []
  /// The trie's generation when they were found; 0 before.
  var generation = 0

  /// Accounts for a group that was added or removed.
  func update(_ group: SubscriberGroup, came: Bool, _ box: PublishedBox) {
    if !came {
      groups.removeAll { $0 === group }
    } else if box.isIn(group.key.selection) {
      groups.append(group)
    }
  }
}
