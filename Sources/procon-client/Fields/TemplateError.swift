/// Why a text is no template. Positions are of characters, counted from 1.
enum TemplateError: Error, Equatable {
  case unclosed(position: Int)
  case unopened(position: Int)
  /// What stands between braces names nothing.
  case noField(String, position: Int)
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
    case .noField(let text, let position):
      "'{\(text)}' at character \(position) is no field; write one such as"
        + " {topics.ai.summary.title}, {.title}, {.} or {@path}"
    case .withoutField: "the template has no field; write one such as {topics.ai.summary.title}"
    case .mixed: "a template has fields such as {path.member} or such as {.member}, not both"
    }
  }
}
