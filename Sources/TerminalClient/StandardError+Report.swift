package import Terminal

extension StandardError {
  /// Writes the program's name and a sentence as one line, with the name that the user typed.
  package static func report(_ sentence: String) {
    report(CommandName.current.naming(sentence), from: CommandName.current.text)
  }
}
