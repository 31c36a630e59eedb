internal import BoxWire

/// What follows from a key: something that a scene cannot do by itself.
enum Deed {
  /// Calls an intent.
  case call(Call)
  /// Calls it if the user answers the question with yes.
  case ask(String, Call)
  /// Calls an intent, and copies a member of its answer.
  case copy(Call, member: String)
  /// Lets the user edit a text in the editor of their choice, and calls an intent with the result.
  case editor(text: String, (String) -> Call)
  /// Shows a sentence.
  case say(String)
}

/// An intent with its parameters.
struct Call {
  let intent: String
  let parameters: Parameters

  init(_ intent: String, _ parameters: Parameters = [:]) {
    self.intent = intent
    self.parameters = parameters
  }
}
