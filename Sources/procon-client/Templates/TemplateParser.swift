extension Template {
  init(_ text: String) throws(TemplateError) {
    var parser = TemplateParser(text)
    try parser.parse()
    let fields = parser.parts.filter { if case .field = $0 { true } else { false } }
    guard !fields.isEmpty else { throw .withoutField }
    parts = parser.parts
    guard valuePaths.isEmpty || valuePaths.count == fields.count else { throw .mixed }
  }
}

/// Splits a text at its braces.
private struct TemplateParser {
  private(set) var parts: [Template.Part] = []
  private let characters: [Character]
  private var index = 0
  private var literal = ""

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func parse() throws(TemplateError) {
    while index < characters.count {
      let character = characters[index]
      switch character {
      case "{", "}":
        if index + 1 < characters.count, characters[index + 1] == character {
          literal.append(character)
          index += 2
        } else if character == "{" {
          try parseField()
        } else {
          throw .unopened(position: index + 1)
        }
      default:
        literal.append(character)
        index += 1
      }
    }
    endLiteral()
  }

  private mutating func parseField() throws(TemplateError) {
    let start = index
    guard let end = characters[start...].firstIndex(of: "}") else {
      throw .unclosed(position: start + 1)
    }
    let text = String(characters[(start + 1)..<end])
    // An opening brace inside more likely means a missing closing one than a name.
    guard !text.contains("{") else { throw .unclosed(position: start + 1) }
    guard let field = Template.Field(text) else { throw .invalidField(text, position: start + 1) }
    endLiteral()
    parts.append(.field(field))
    index = end + 1
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { parts.append(.text(literal)) }
    literal = ""
  }
}

extension Template.Field {
  /// - Parameter text: the text between the braces.
  fileprivate init?(_ text: String) {
    if let fact = BoxLine.Fact(field: text) {
      self = .fact(fact)
    } else if text == "." {
      self = .member([])
    } else if text.hasPrefix(".") {
      let names = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      guard !names.contains("") else { return nil }
      self = .member(names.map(String.init))
    } else if let path = ValuePath(text) {
      self = .value(path)
    } else {
      return nil
    }
  }
}

/// An error in the text of a template. Positions are in characters, counted from 1.
enum TemplateError: Error, Equatable {
  case unclosed(position: Int)
  case unopened(position: Int)
  /// The text between braces is not a field.
  case invalidField(String, position: Int)
  case withoutField
  case mixed
}

extension TemplateError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unclosed(let position):
      "the '{' at character \(position) has no '}'; for a brace write '{{'"
    case .unopened(let position):
      "the '}' at character \(position) has no '{'; for a brace write '}}'"
    case .invalidField(let text, let position):
      "'{\(text)}' at character \(position) is not a field; write one such as"
        + " {topics.ai.summary.title}, {.title}, {.}"
        + " or \(BoxLine.Fact.allCases.map(\.field).joined(separator: ", "))"
    case .withoutField: "the template has no field; write one such as {topics.ai.summary.title}"
    case .mixed: "a template has fields such as {path.member} or such as {.member}, not both"
    }
  }
}
