internal import UVLoop

/// The groups that a box concerns, kept with the box, so that the patterns are not searched through
/// at each change.
@LoopActor
final class Audience {
  var groups: [SubscriberGroup] = []
  /// That of the trie when they were found; 0 before.
  var generation = 0

  /// Takes account of a group that came or went.
  func update(_ group: SubscriberGroup, came: Bool, _ box: PublishedBox) {
    if !came {
      groups.removeAll { $0 === group }
    } else if box.matches(group.key.patterns) {
      groups.append(group)
    }
  }
}
