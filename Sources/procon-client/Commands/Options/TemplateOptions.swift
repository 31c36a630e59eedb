internal import ArgumentParser

/// The options for the values in a template.
struct TemplateOptions: ParsableArguments {
  @Option(
    help: """
      Escape the values in a template: pango and tmux for their markup, json for the inside of a \
      JSON string, sh as one word of the shell in single quotes.
      """)
  var escape = Escape.none

  /// Checks that the options fit the format of the command line.
  ///
  /// - Parameter template: nil for any other format.
  func validate(for template: Template?) throws(ValidationError) {
    guard template == nil else { return }
    guard escape == .none else {
      throw ValidationError("--escape is for a template: give one with --format")
    }
  }
}
