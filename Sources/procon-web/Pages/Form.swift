/// A form. If it calls an intent, its fields are named as the parameters of the intent.
struct Form {
  struct Field {
    enum Kind {
      case line
      /// Several lines.
      case text
      case number(ClosedRange<Int>)
      /// Values, with what people call them.
      case choice([(value: String, title: String)])
      case date
      /// Not shown while it is typed, and never filled in.
      case secret
      /// Not shown.
      case hidden
    }

    let name: String
    let label: String
    let kind: Kind
    var value = ""
    /// What the field began with when it was shown first; nil for ``value``.
    var was: String?
    var isRequired = false
  }

  /// nil for a form that calls none.
  var intent: String?
  /// Where a form is sent that calls no intent; nil for its own page.
  var target: URLPath?
  /// What the button says.
  let button: String
  let fields: [Field]
  /// The page after it; nil if the answer decides it.
  var returning: URLPath?
  /// Why it was not carried out when it was sent last; nil if it was not.
  var refusal: String?

  var html: HTML {
    let refused: HTML = refusal.map { "<p class=\"alert\" role=\"alert\">\($0)</p>" } ?? ""
    let action = (intent.map { URLPath("call", $0) } ?? target).map { " action=\"\($0)\"" as HTML }
    let after = returning.map { "<input type=\"hidden\" name=\"return\" value=\"\($0)\">" as HTML }
    return """
      <form method="post"\(action)>\(refused)\
      \(fields.map(html))\(after)\
      <button>\(button)</button></form>
      """
  }

  private func html(_ field: Field) -> HTML {
    let required: HTML = field.isRequired ? " required" : ""
    let control: HTML
    switch field.kind {
    case .hidden: return "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">"
    case .line: control = "<input name=\"\(field.name)\" value=\"\(field.value)\"\(required)>"
    case .secret: control = "<input type=\"password\" name=\"\(field.name)\"\(required)>"
    case .date:
      control = "<input type=\"date\" name=\"\(field.name)\" value=\"\(field.value)\"\(required)>"
    case .text:
      control = "<textarea name=\"\(field.name)\" rows=\"4\"\(required)>\n\(field.value)</textarea>"
    case .number(let range):
      control = """
        <input type="number" name="\(field.name)" min="\(range.lowerBound)" max="\(range.upperBound)" \
        value="\(field.value)"\(required)>
        """
    case .choice(let choices):
      let options = choices.map { value, title -> HTML in
        let selected: HTML = value == field.value ? " selected" : ""
        return "<option value=\"\(value)\"\(selected)>\(title)</option>"
      }
      control = "<select name=\"\(field.name)\"\(required)>\(options)</select>"
    }
    // What was there can be taken away.
    let initial = field.was ?? field.value
    let was: HTML =
      initial.isEmpty || field.isRequired || field.kind.isChoice
      ? "" : "<input type=\"hidden\" name=\"\(Self.was)\(field.name)\" value=\"\(initial)\">"
    return "<label>\(field.label) \(control)</label>\(was)"
  }

  /// The beginning of the names of hidden fields with what a field began with.
  static let was = "was."
}

extension Form.Field.Kind {
  fileprivate var isChoice: Bool {
    if case .choice = self { true } else { false }
  }
}

extension Form.Field {
  /// What is passed on as it is.
  static func hidden(_ name: String, _ value: String) -> Form.Field {
    Form.Field(name: name, label: "", kind: .hidden, value: value)
  }
}
