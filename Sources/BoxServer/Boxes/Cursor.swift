/// How far a reader of the changes has come.
struct Cursor {
  /// Every change up to this position was sent to the reader, or does not concern it.
  var position = 0
  /// The revision of the last change that was sent.
  var revision = 0
  /// How many of the group's revisions lie before the position; nil when that is not known.
  var tally: Int?
}
