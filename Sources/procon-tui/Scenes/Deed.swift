internal import BoardValues
internal import BoxWire
internal import TerminalClient

/// What follows from a key: something that a scene cannot do by itself.
indirect enum Deed {
  /// Calls an intent.
  case call(Call)
  /// Calls an intent that shows another scene in place of this one.
  case instead(Call)
  /// Calls an intent; what follows depends on its answer.
  case chain(Call, (_ answer: JSONText) -> Deed?)
  /// Calls the intent that saves what was typed in a field, which stays until that has succeeded.
  case save(TextField, Call)
  /// Does something if the user answers the question with yes.
  case ask(String, Deed)
  /// Asks for these parameters of an intent, one after another, or for all that are not given, and calls
  /// it.
  case form(intent: String, asking: [ParameterName]? = nil, given: Parameters = Parameters())
  /// Copies a text.
  case copy(String)
  /// Lets the user edit a text in the editor of their choice.
  case editor(text: String, (_ edited: String) -> Deed?)
  /// Closes the field, with what is typed in it.
  case discard
  /// Shows a sentence.
  case say(String)
  /// Ends the program.
  case quit
}

/// An intent with its parameters.
struct Call {
  let intent: String
  let parameters: Parameters

  init(_ intent: String, _ parameters: Parameters = [:]) {
    self.intent = intent
    self.parameters = parameters
  }

  init(_ intent: String, _ members: KeyValuePairs<ParameterName, JSONText?>) {
    self.init(intent, Parameters(members))
  }
}
