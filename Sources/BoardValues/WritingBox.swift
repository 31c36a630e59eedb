/// The boxes of the post or the draft that a session shows: the last segments of their paths.
public enum WritingBox: String {
  case title, content, canSave, isFetching, isErrorFree
  /// Of a post only.
  case isEditing, editButtonTitle
}
