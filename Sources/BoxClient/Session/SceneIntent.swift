package import BoxWire

/// An intent that a user can choose.
package struct SceneIntent: Equatable {
  package let path: Path
  /// The end of its path, such as `pros.add`.
  package var name: String
  /// A sentence for people; empty when there is none.
  package let summary: String
  /// What it does, for people: the sentence without its full stop, or else the name.
  package var title: String {
    guard !summary.isEmpty else { return name }
    return summary.hasSuffix(".") ? String(summary.dropLast()) : summary
  }
  /// The question before it is carried out; nil if there is none.
  package let question: String?
  /// Those for which a user is asked; required ones come first. An optional id of something new is not
  /// asked for: the daemon makes one.
  package let parameters: [IntentParameter]
  /// The names of the members of its answer.
  package let answers: [String]

  /// - Parameters:
  ///   - method: its object in an OpenRPC document.
  ///   - definitions: the schemas that the document refers to.
  package init(_ path: Path, named name: String, _ method: JSONText, _ definitions: JSONText?) {
    self.path = path
    self.name = name
    summary = method["summary"]?.string ?? ""
    question = method["x-confirm"]?.string
    let answers = (method["result"]?["schema"]?["properties"]?.members ?? []).map(\.name)
    parameters = (method["params"]?.elements ?? [])
      .compactMap { IntentParameter($0, definitions) }
      .filter { $0.isRequired || $0.name != "id" || !answers.contains("id") }
    self.answers = answers
  }
}

/// A parameter of an intent, for which a user is asked.
package struct IntentParameter: Equatable {
  package let name: String
  /// What people call it.
  package let title: String
  package let schema: ValueSchema
  package let isRequired: Bool
  /// A sentence for people; empty when there is none.
  package let description: String

  /// nil without a name.
  ///
  /// - Parameters:
  ///   - json: an OpenRPC content descriptor.
  ///   - definitions: the schemas that the document refers to.
  package init?(_ json: JSONText, _ definitions: JSONText?) {
    guard let name = json["name"]?.string else { return nil }
    self.name = name
    title = json["schema"]?["title"]?.string ?? name
    schema = ValueSchema(json["schema"] ?? JSONText(members: []), definitions)
    isRequired = json["required"]?.boolean ?? false
    description = json["description"]?.string ?? ""
  }

  /// Whether the value must not be shown while it is typed, nor anywhere else.
  package var isSecret: Bool { Self.secretNames.contains(name) }

  /// The names of parameters and of members of answers that contain secrets.
  package static let secretNames: Set = ["password", "token"]

  /// What may be typed, such as `whole number, 1 to 5; default 1`.
  package var rules: String {
    let fallback = schema.fallback.map { $0.string ?? $0.description } ?? ""
    let need = isRequired ? "required" : fallback.isEmpty ? "optional" : "default \(fallback)"
    return "\(schema.shape); \(need)"
  }

  /// Reads what a user has typed.
  ///
  /// - Returns: nil to leave the parameter out.
  /// - Throws: `AnswerError` if the schema does not allow it.
  package func value(of text: String) throws(AnswerError) -> JSONText? {
    if text.isEmpty, !isRequired || !schema.allows(JSONText("")) {
      guard !isRequired else { throw AnswerError(sentence: "\(name) must be given") }
      return nil
    }
    guard let value = schema.value(of: text) else {
      throw AnswerError(sentence: "\(name) must be: \(schema.shape)")
    }
    return value
  }
}

/// Why what a user has typed is not accepted.
package struct AnswerError: Error, Equatable {
  package let sentence: String

  package init(sentence: String) {
    self.sentence = sentence
  }
}

extension JSONText {
  /// The members of an intent's answer that people may see, without the revision; nil for none.
  package var withoutSecrets: JSONText? {
    let members = (members ?? []).filter {
      $0.name != "revision" && !IntentParameter.secretNames.contains($0.name)
    }
    return members.isEmpty ? nil : JSONText(members: members)
  }
}
