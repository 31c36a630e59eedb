internal import ArgumentParser
internal import BoxWire
internal import TerminalClient

/// The values of `--format`: how `get` and `subscribe` show boxes.
enum Format: Equatable, Sendable {
  case board
  case lines
  case json
  case value
  case waybar
  case template(Template)

  /// All formats but templates, by name.
  private static let named: [(name: String, format: Format)] = [
    ("board", .board), ("lines", .lines), ("json", .json), ("value", .value), ("waybar", .waybar),
  ]

  /// The names of all formats but templates.
  static var names: [String] { named.map(\.name) }

  /// The names of the formats of `get`; a board is live.
  static var namesForGet: [String] { names.filter { $0 != "board" } }

  /// Parses an argument of the command line. A text with a brace is a template.
  ///
  /// - Parameter names: the names to suggest for an unknown one.
  static func argument(_ text: String, among names: [String]) throws(ValidationError) -> Format {
    if let found = named.first(where: { $0.name == text }) { return found.format }
    guard text.contains("{") else {
      throw ValidationError(
        "it must be \(names.joined(separator: ", ")) or a template such as"
          + " '{topics.ai.summary.title}'\(names.nearest(to: text).question); for jq, use --json")
    }
    do throws(TemplateError) {
      return .template(try Template(text))
    } catch {
      throw ValidationError("\(error)")
    }
  }

  var template: Template? {
    if case .template(let template) = self { template } else { nil }
  }
}

extension Format {
  /// Checks that the other arguments of the command line fit this format.
  func validate(patterns: [Pattern], _ options: TemplateOptions) throws(ValidationError) {
    try options.validate(for: template)
    guard !patterns.isEmpty || template?.isPerBox != true else {
      throw ValidationError(
        "{.member} needs a pattern of boxes; add one, or use {path.member}")
    }
  }
}
