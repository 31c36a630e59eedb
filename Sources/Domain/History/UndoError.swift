/// Why a change could not be taken back.
public enum UndoError: Error, Equatable, Sendable {
  /// There is no change of the caller's own that could be taken back.
  case nothingToUndo
  /// A change of the topic or of an argument: `.superseded`, `.duplicate` or `.full`, `.noTopic`,
  /// `.noHistory` or `.store`.
  case argument(ArgumentError)
  /// A change of a post: `.superseded` or `.full`, `.noTopic` or `.store`.
  case post(PostError)
}
