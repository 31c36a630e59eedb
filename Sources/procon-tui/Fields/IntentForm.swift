internal import BoardValues
internal import BoxClient
internal import BoxWire

/// The parameters of an intent, for which the user is asked one after another.
struct IntentForm {
  let intent: SceneIntent
  /// Those that the user is asked for.
  let parameters: [IntentParameter]
  /// What the intent is called with besides.
  private var given: Parameters
  /// What was typed for each parameter.
  private(set) var texts: [String]
  /// What the fields began with.
  private let initial: [String]
  /// The parameter that is edited.
  private(set) var index = 0
  /// The topic and the post that the route names, for parameters `at` and `id` that are left empty;
  /// nil if it names none.
  private let place: String?
  private let id: String?

  /// - Parameters:
  ///   - asking: the parameters to ask for; nil for all that are not given.
  ///   - given: what the intent is called with besides.
  ///   - suggestion: returns the text with which the field of a parameter begins; nil for the value of
  ///     the box of the same name.
  init(
    _ intent: SceneIntent, in scene: ShownScene?, asking: [ParameterName]? = nil,
    given: Parameters = Parameters(),
    suggestion: (_ parameter: ParameterName) -> String? = { _ in nil }
  ) {
    self.intent = intent
    var given = given
    parameters = intent.parameters.filter { parameter in
      if let asking { return asking.contains { $0.rawValue == parameter.name } }
      guard given[parameter.name] == nil else { return false }
      guard let name = ParameterName(rawValue: parameter.name) else { return true }
      // What is selected need not be typed, and pages are for programs.
      if [.id, .at].contains(name), let text = suggestion(name) {
        given = Parameters(given.members + [.init(name: parameter.name, value: JSONText(text))])
        return false
      }
      return parameter.isRequired
        || ![.before, .limit, .change, .ifUpdated, .ifTitle].contains(name)
    }
    self.given = given
    place = scene?.entry?.place
    id = scene?.entry?.id
    initial = parameters.map { parameter in
      guard !parameter.isSecret, let parent = intent.path.parent else { return "" }
      return ParameterName(rawValue: parameter.name).flatMap(suggestion)
        ?? scene?["\(parent).\(parameter.name)"]?.string ?? ""
    }
    texts = initial
  }

  var parameter: IntentParameter { parameters[index] }

  /// The field of the parameter that is edited.
  ///
  /// - Precondition: the intent has parameters.
  func field(refusal: String? = nil) -> TextField {
    let field = TextField(
      .parameter(parameter.name), label: "\(parameter.title): ", text: texts[index],
      isSecret: parameter.isSecret)
    field.refusal = refusal
    return field
  }

  /// A field that is not edited: its label, and what was typed, which a secret does not show.
  func line(_ index: Int) -> (label: String, text: String) {
    let parameter = parameters[index]
    let text =
      parameter.isSecret ? String(repeating: "•", count: min(8, texts[index].count)) : texts[index]
    return ("\(parameter.title): ", text.isEmpty && parameter.isRequired ? "(required)" : text)
  }

  /// Edits the field so many fields further down.
  ///
  /// - Parameter text: of the field that is edited.
  mutating func move(by steps: Int, from text: String) -> TextField {
    texts[index] = text
    index = max(0, min(index + steps, texts.count - 1))
    return field()
  }

  /// What was typed and is worth keeping, on a line for each parameter.
  ///
  /// - Parameter text: of the field that is edited.
  func unsaved(_ text: String) -> String {
    var texts = texts
    texts[index] = text
    let typed = parameters.indices.filter {
      !parameters[$0].isSecret && texts[$0] != initial[$0]
    }
    return typed.map { texts[$0] }.joined(separator: "\n")
  }

  /// Sets the text of the parameter that is edited.
  ///
  /// - Returns: the field of the next parameter, or the call with all of them.
  mutating func submit(_ text: String) -> Submission {
    texts[index] = text
    do throws(AnswerError) {
      _ = try value(at: index)
      if index + 1 < texts.count {
        index += 1
        return .next(field())
      }
      let call = try call()
      return intent.question.map { .ask($0, call) } ?? .call(call)
    } catch {
      return .refused(error.sentence)
    }
  }

  /// - Throws: `AnswerError` if a text is not allowed.
  func call() throws(AnswerError) -> Call {
    var members = given.members
    for index in texts.indices {
      guard let value = try value(at: index) else { continue }
      members.append(.init(name: parameters[index].name, value: value))
    }
    return Call(intent.path.text, Parameters(members))
  }

  /// nil to leave the parameter out.
  private func value(at index: Int) throws(AnswerError) -> JSONText? {
    let parameter = parameters[index]
    if texts[index].isEmpty {
      switch ParameterName(rawValue: parameter.name) {
      case .at: if let place { return JSONText(place) }
      case .id: if let id { return JSONText(id) }
      default: break
      }
      // What was there has been taken away.
      if !initial[index].isEmpty, parameter.schema.allows(JSONText("")) { return JSONText("") }
    }
    return try parameter.value(of: texts[index])
  }

  /// Replaces also what somebody else has changed since.
  ///
  /// - Returns: false if the form would do so anyhow.
  mutating func overwrite() -> Bool {
    let name = ParameterName.ifUpdated.rawValue
    guard given[name] != nil else { return false }
    given = Parameters(given.members.filter { $0.name != name })
    return true
  }

  /// The field of the parameter that an error is about; that of the last one if it names none.
  mutating func field(after error: RequestError) -> TextField {
    if case .member(let name) = error.fact,
      let member = parameters.firstIndex(where: { $0.name == name })
    {
      index = member
    }
    return field(refusal: error.message)
  }
}
