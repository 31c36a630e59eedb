/// What follows when the user has typed a text.
enum Submission {
  /// The field is closed.
  case done
  /// Another field follows.
  case next(TextField)
  /// The text is not possible; the sentence says why.
  case refused(String)
  /// An intent is called. The field is closed when that has succeeded.
  case call(Call)
  /// An intent is called if the user answers the question with yes; otherwise the field stays.
  case ask(String, Call)
}
