internal import UVLoop

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
