internal import BoxClient
internal import BoxWire

/// The form of any intent, as the daemon describes it.
struct CallPage {
  let intent: SceneIntent
  /// What the fields begin with; fields that a link has given are not asked for.
  private(set) var given: [WebRequest.Field]
  let returning: URLPath
  var refusal: String?

  init(intent: SceneIntent, given: [WebRequest.Field], returning: URLPath) {
    self.intent = intent
    self.given = given
    self.returning = returning
  }

  /// Says why the intent was not carried out. After a conflict, the form replaces what somebody else has
  /// changed.
  mutating func refuse(_ error: PageError) {
    refusal = error.sentence
    guard error.isConflict else { return }
    given.removeAll { $0.name == "ifUpdated" }
    refusal = "\(error.sentence). Sending the form again replaces that."
  }

  /// The form of what could not be sent, without what the daemon says of the intent.
  static func unsent(
    _ fields: [WebRequest.Field], to intent: String, _ reason: String
  ) -> WebPage {
    let shown = fields.filter { $0.name != "return" }.map { field in
      let isHidden = field.name.hasPrefix(Form.was) || ["id", "ifUpdated"].contains(field.name)
      return Form.Field(
        name: field.name, label: field.name, kind: isHidden ? .hidden : .text, value: field.value)
    }
    let returning = fields.first { $0.name == "return" }.flatMap { URLPath(passedOn: $0.value) }
    let form = Form(
      intent: intent, button: "Send again", fields: shown, returning: returning ?? URLPath(),
      refusal: "This was not sent: \(reason).")
    return WebPage("Not sent", "<h1>Not sent yet</h1>\(form.html)")
  }

  var page: WebPage {
    let target = given.first { $0.name == "id" }?.value
    let question: HTML =
      intent.question.map { question -> HTML in
        "<p class=\"question\">\(question)</p>\(target.map { "<p class=\"notes\">\($0)</p>" as HTML })"
      } ?? ""
    let form = Form(
      intent: intent.path.text, button: intent.question == nil ? "Do it" : "Yes",
      fields: intent.parameters.compactMap(field), returning: returning, refusal: refusal)
    let title = intent.summary.isEmpty ? intent.name : intent.summary
    return WebPage(
      title,
      """
      <div class="call"><h1>\(title)</h1>\(question)\(form.html)<p><a href="\(returning)">Back</a></p></div>
      """)
  }

  private func field(_ parameter: IntentParameter) -> Form.Field? {
    let value = given.first { $0.name == parameter.name }?.value
    // Identifiers come from links; dates of what was seen from pages that show it.
    if ["id", "comment", "change", "ifUpdated"].contains(parameter.name),
      refusal == nil || value != nil
    {
      return value.map { .hidden(parameter.name, $0) }
    }
    let kind: Form.Field.Kind
    if parameter.isSecret {
      return Form.Field(
        name: parameter.name, label: parameter.title, kind: .secret,
        isRequired: parameter.isRequired
      )
    }
    if !parameter.schema.choices.isEmpty {
      let none = parameter.isRequired ? [] : [(value: "", title: "–")]
      kind = .choice(none + parameter.schema.choices.map { ($0, $0) })
    } else if ["content", "reason"].contains(parameter.name) {
      kind = .text
    } else {
      kind = .line
    }
    let label =
      "\(parameter.title): \(parameter.description.isEmpty ? parameter.rules : parameter.description)"
    return Form.Field(
      name: parameter.name, label: label, kind: kind,
      value: value ?? parameter.schema.fallback.map { $0.string ?? $0.description } ?? "",
      was: given.first { $0.name == Form.was + parameter.name }?.value,
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
