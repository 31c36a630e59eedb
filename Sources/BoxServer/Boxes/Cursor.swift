/// The progress of a reader of the changes.
struct Cursor {
  /// Every change up to this position was sent to the reader, or does not concern it.
  var position = 0
  /// The revision of the last change that was sent.
  var revision = 0
  /// The number of the group's revisions before the position; nil when unknown.
  var tally: Int?
}
