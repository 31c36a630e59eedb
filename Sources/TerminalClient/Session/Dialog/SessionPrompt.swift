/// What a line is needed for.
struct SessionPrompt {
  /// Before the typed text, such as `title: `.
  let label: String
  /// What may be typed; empty if there is nothing to say.
  var hint = ""
  /// Whether the typed text must not be shown.
  var isSecret = false
}

/// What a user types.
enum SessionAnswer: Equatable, Sendable {
  /// Without its end.
  case line(String)
  /// The user wants to do something else instead.
  case cancelled
  /// There is nothing more to come.
  case ended
}
