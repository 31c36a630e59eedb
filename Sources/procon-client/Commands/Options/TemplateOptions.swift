internal import ArgumentParser

/// The options for the values in a template.
struct TemplateOptions: ParsableArguments {
  @Option(
    help: """
      Escape the values in a template: pango and tmux for their markup, json for the inside of a \
      JSON string, sh for one shell word in single quotes.
      """)
  var escape = Escape.none

  @Option(
    help: ArgumentHelp(
      """
      Text between the values of a list such as {.*.text}. It is not escaped, except for sh, where \
      the list is one word. (default: '\(FieldStyle().separator)')
      """, valueName: "text"))
  var join: String?

  var style: FieldStyle {
    FieldStyle(escape: escape, separator: join ?? FieldStyle().separator)
  }

  /// Checks that the options fit the format of the command line.
  ///
  /// - Parameter template: nil for any other format.
  func validate(for template: Template?) throws(ValidationError) {
    guard let template else {
      guard escape == .none, join == nil else {
        let option = join == nil ? "--escape" : "--join"
        throw ValidationError("\(option) is for a template: give one with --format")
      }
      return
    }
    guard join == nil || template.hasList else {
      throw ValidationError(
        "--join is for a list: the template has no field with *, such as {.*.text}")
    }
  }
}
