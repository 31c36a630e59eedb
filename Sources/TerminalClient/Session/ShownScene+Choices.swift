internal import BoardValues
internal import BoxClient
internal import BoxWire

extension ShownScene {
  /// What a line chooses.
  enum Choice: Equatable {
    case intent(SceneIntent)
    case row(SceneRow)
    /// Nothing; the sentence says why.
    case unknown(String)
  }

  /// - Parameter line: the number or name of an intent, or `#` and the number of a row.
  func choice(_ line: String) -> Choice {
    if line.hasPrefix("#") {
      return row(line).map(Choice.row) ?? .unknown("there is no row \(line.excerpt)")
    }
    let intents = description.intents
    if let number = Int(line) {
      return intents.indices.contains(number - 1)
        ? .intent(intents[number - 1])
        : .unknown("there is no number \(line.excerpt); ? lists what can be done")
    }
    if let intent = intents.first(where: { $0.name == line || $0.path.text == line }) {
      return .intent(intent)
    }
    let near = intents.map(\.name).nearest(to: line)
    return .unknown("there is no '\(line.excerpt)'\(near.question); ? lists what can be done")
  }

  /// - Parameter text: `#` and a number.
  private func row(_ text: String) -> SceneRow? {
    let rows = content.rows
    guard text.hasPrefix("#"), let number = Int(text.dropFirst()), rows.indices.contains(number - 1)
    else { return nil }
    return rows[number - 1]
  }

  // MARK: Parameters

  /// The question for a parameter of an intent.
  func prompt(for parameter: IntentParameter, of intent: SceneIntent) -> SessionPrompt {
    let context = context(of: parameter).map { ", \($0.words) if empty" } ?? ""
    let rules = "\(intent.name), \(parameter.name): \(parameter.rules)\(context)"
    let hint = parameter.description.isEmpty ? rules : "\(rules). \(parameter.description)"
    return SessionPrompt(
      label: "\(parameter.title): ", hint: hint, isSecret: parameter.isSecret)
  }

  /// Reads the answer: `#` and a number is a row's, and an empty one is what the scene shows.
  ///
  /// - Returns: nil to leave the parameter out.
  /// - Throws: `AnswerError` if it is not allowed.
  func value(
    of text: String, for parameter: IntentParameter
  ) throws(AnswerError) -> JSONText? {
    if !parameter.isSecret, let value = row(text)?.parameters[parameter.name] { return value }
    if text.isEmpty, let value = context(of: parameter) { return value }
    return try parameter.value(of: text)
  }

  /// The value with which the route names what is shown; nil for other parameters.
  private func context(of parameter: IntentParameter) -> JSONText? {
    switch ParameterName(rawValue: parameter.name) {
    case .at: entry?.place.map { JSONText($0) }
    case .id: entry?.id.map { JSONText($0) }
    default: nil
    }
  }
}
