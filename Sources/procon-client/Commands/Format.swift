internal import ArgumentParser
internal import BoxWire

/// How `get` and `subscribe` show boxes.
enum Format: Equatable, Sendable {
  case board
  case lines
  case json
  case value
  case waybar
  case template(Template)

  /// All but templates, by name.
  private static let named: [(name: String, format: Format)] = [
    ("board", .board), ("lines", .lines), ("json", .json), ("value", .value), ("waybar", .waybar),
  ]

  /// The names of all but templates.
  static var names: [String] { named.map(\.name) }

  /// The names of those that show one state; a board is live.
  static var namesOfState: [String] { names.filter { $0 != "board" } }

  /// What stands on a command line for a format: a text with a brace is a template.
  ///
  /// - Parameter names: of those that are offered in place of a name that is none.
  static func argument(_ text: String, among names: [String]) throws(ValidationError) -> Format {
    if let found = named.first(where: { $0.name == text }) { return found.format }
    guard text.contains("{") else {
      throw ValidationError(
        "it must be \(names.joined(separator: ", ")) or a template such as"
          + " '{topics.ai.summary.title}'\(names.nearest(to: text).question)")
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
  /// Whether the other words of a command line go with it.
  func validate(patterns: [Pattern], escape: Escape) throws(ValidationError) {
    guard let template else {
      guard escape == .none else {
        throw ValidationError("--escape is for a template: give one with --format")
      }
      return
    }
    guard !patterns.isEmpty || !template.isOfOneBox else {
      throw ValidationError(
        "{.member} is of the box of a line: name a pattern, or use {path.member}")
    }
  }
}
