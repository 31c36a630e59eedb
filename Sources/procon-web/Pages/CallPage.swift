internal import BoxClient
internal import BoxWire

/// The form of any intent, as the daemon describes it.
struct CallPage {
  let intent: SceneIntent
  /// What the fields begin with; fields that a link has given are not asked for.
  let given: [WebRequest.Field]
  let returning: URLPath
  var refusal: String?

  var html: HTML {
    let question: HTML = intent.question.map { "<p class=\"question\">\($0)</p>" } ?? ""
    let form = Form(
      intent: intent.path.text, button: intent.question == nil ? "Do it" : "Yes",
      fields: intent.parameters.compactMap(field), returning: returning, refusal: refusal)
    let title = intent.summary.isEmpty ? intent.name : intent.summary
    return Layout.page(
      title, "<h1>\(title)</h1>\(question)\(form.html)<p><a href=\"\(returning)\">Back</a></p>")
  }

  private func field(_ parameter: IntentParameter) -> Form.Field? {
    let value = given.first { $0.name == parameter.name }?.value
    // Identifiers come from links; dates of what was seen from pages that show it.
    if ["id", "comment", "ifUpdated"].contains(parameter.name), refusal == nil || value != nil {
      return value.map { .hidden(parameter.name, $0) }
    }
    let kind: Form.Field.Kind
    if !parameter.schema.choices.isEmpty {
      let none = parameter.isRequired ? [] : [(value: "", title: "–")]
      kind = .choice(none + parameter.schema.choices.map { ($0, $0) })
    } else if ["content", "reason"].contains(parameter.name) {
      kind = .text
    } else {
      kind = .line
    }
    let label =
      "\(parameter.name): \(parameter.description.isEmpty ? parameter.rules : parameter.description)"
    return Form.Field(
      name: parameter.name, label: label, kind: kind,
      value: value ?? parameter.schema.fallback.map { $0.string ?? $0.description } ?? "",
      isRequired: parameter.isRequired)
  }

  /// Reads what was sent. Fields that are left empty are left out, unless they may be empty to take
  /// something away.
  ///
  /// - Throws: `AnswerError`.
  func parameters(from fields: [WebRequest.Field]) throws(AnswerError) -> Parameters {
    var members: [Parameters.Member] = []
    for parameter in intent.parameters {
      guard let text = fields.first(where: { $0.name == parameter.name })?.value else { continue }
      let had = fields.contains { $0.name == Form.was + parameter.name && !$0.value.isEmpty }
      if text.isEmpty, had, parameter.schema.allows(JSONText("")) {
        members.append(.init(name: parameter.name, value: JSONText("")))
        continue
      }
      guard let value = try value(of: text, for: parameter) else { continue }
      members.append(.init(name: parameter.name, value: value))
    }
    return Parameters(members)
  }

  private func value(
    of text: String, for parameter: IntentParameter
  ) throws(AnswerError) -> JSONText? {
    // Browsers end lines with CR LF; all texts but those of posts are one line.
    let text = text.replacing("\r\n", with: parameter.name == "content" ? "\n" : " ")
    let words = JSONText(elements: text.split { " ,".contains($0) }.map { JSONText(String($0)) })
    if !text.isEmpty, !parameter.schema.allows(JSONText(text)), parameter.schema.allows(words) {
      return words
    }
    return try parameter.value(of: text)
  }
}
