internal import BoxWire
internal import UVLoop

/// All groups of subscribers, by what their subscribers share and by the boxes that concern them.
@LoopActor
final class SubscriberGroups {
  private var groups: [SubscriberGroup.Key: SubscriberGroup] = [:]
  private let trie = PatternTrie()

  /// Whether no connection holds a pattern.
  var isEmpty: Bool { groups.isEmpty }

  /// The number of different lines that a change may need.
  var count: Int { groups.count }

  /// The number of connections that hold at least one pattern.
  var members: Int { groups.values.reduce(0) { $0 + $1.members.count } }

  /// The boxes that concern subscribers, once for all of them with the same patterns and options.
  var selections: [Selection] { groups.keys.map(\.selection) }

  subscript(key: SubscriberGroup.Key) -> SubscriberGroup? { groups[key] }

  /// The groups that a box concerns, each once.
  func groups(of box: PublishedBox) -> [SubscriberGroup] {
    box.isNowhere ? [] : trie.groups(of: box)
  }

  /// Whether a subscriber holds a pattern that matches.
  func isObserved(_ path: Path) -> Bool {
    !isEmpty && !trie.groups(matching: path).isEmpty
  }

  func insert(_ group: SubscriberGroup) {
    groups[group.key] = group
    trie.insert(group)
  }

  func remove(_ group: SubscriberGroup) {
    groups[group.key] = nil
    trie.remove(group)
  }
}
