/// Why a change could not be undone.
public enum UndoError: Error, Equatable, Sendable {
  /// The caller has made no change that could be undone.
  case nothingToUndo
  /// A change of the topic or of an argument: `.superseded`, `.duplicate` or `.full`, `.noTopic`,
  /// `.noHistory` or `.store`.
  case argument(ArgumentError)
  /// A change of a post: `.superseded` or `.full`, `.noTopic` or `.store`.
  case post(PostError)
}
