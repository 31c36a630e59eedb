internal import BoardValues
internal import BoxClient
internal import BoxWire

/// The parameters of an intent, for which the user is asked one after another.
struct IntentForm {
  let intent: SceneIntent
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

  /// - Parameter suggestion: returns the text with which the field of a parameter begins; nil for the
  ///   value of the box of the same name.
  init(
    _ intent: SceneIntent, in scene: ShownScene?,
    suggestion: (_ parameter: ParameterName) -> String? = { _ in nil }
  ) {
    self.intent = intent
    place = scene?.entry?.place
    id = scene?.entry?.id
    initial = intent.parameters.map { parameter in
      guard !parameter.isSecret, let parent = intent.path.parent else { return "" }
      return ParameterName(rawValue: parameter.name).flatMap(suggestion)
        ?? scene?["\(parent).\(parameter.name)"]?.string ?? ""
    }
    texts = initial
  }

  var parameter: IntentParameter { intent.parameters[index] }

  /// The field of the parameter that is edited.
  ///
  /// - Precondition: the intent has parameters.
  func field(refusal: String? = nil) -> TextField {
    let field = TextField(
      .parameter(parameter.name), label: "\(parameter.name): ", text: texts[index],
      isSecret: parameter.isSecret)
    field.refusal = refusal
    return field
  }

  /// What was typed and is worth keeping, on a line for each parameter.
  ///
  /// - Parameter text: of the field that is edited.
  func unsaved(_ text: String) -> String {
    var texts = texts
    texts[index] = text
    let typed = intent.parameters.indices.filter {
      !intent.parameters[$0].isSecret && texts[$0] != initial[$0]
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
    var members: [Parameters.Member] = []
    for index in texts.indices {
      guard let value = try value(at: index) else { continue }
      members.append(.init(name: intent.parameters[index].name, value: value))
    }
    return Call(intent.path.text, Parameters(members))
  }

  /// nil to leave the parameter out.
  private func value(at index: Int) throws(AnswerError) -> JSONText? {
    let parameter = intent.parameters[index]
    if texts[index].isEmpty {
      switch ParameterName(rawValue: parameter.name) {
      case .at: if let place { return JSONText(place) }
      case .id: if let id { return JSONText(id) }
      default: break
      }
    }
    return try parameter.value(of: texts[index])
  }

  /// The field of the parameter that an error is about; that of the last one if it names none.
  mutating func field(after error: RequestError) -> TextField {
    if case .member(let name) = error.fact,
      let member = intent.parameters.firstIndex(where: { $0.name == name })
    {
      index = member
    }
    return field(refusal: error.message)
  }
}
