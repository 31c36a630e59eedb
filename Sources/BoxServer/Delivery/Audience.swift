/// The groups that a box concerns, kept with the box: the search through the patterns is needed once
/// for each box, and again after patterns have come or gone.
final class Audience {
  var groups: [SubscriberGroup] = []
  /// That of the trie when it was searched.
  var generation = 0
}
