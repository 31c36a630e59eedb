internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// The shown parts of a daemon's OpenRPC document. Malformed parts are left out.
struct ServiceDescription: Equatable {
  /// An intent, a method or a value, with its members.
  struct Entry: Equatable {
    let name: String
    /// A sentence for people; empty when there is none.
    let summary: String
    let members: [Member]
  }

  /// A parameter, a member of a result or of a value, or a box.
  struct Member: Equatable {
    let name: String
    /// The schema in a few words.
    let shape: String
    /// `required`, `optional` or the default; empty when that is obvious.
    let need: String
    /// A sentence for people; empty when there is none.
    let description: String
  }

  /// Name and version.
  let server: String
  /// The methods of scenes.
  let intents: [Entry]
  /// The methods of the protocol.
  let methods: [Entry]
  let boxes: [Member]
  /// The schemas that boxes, parameters and results refer to.
  let values: [Entry]

  init(_ document: JSONText) {
    let info = document["info"]
    server = [info?["title"]?.string, info?["version"]?.string].compactMap(\.self)
      .joined(separator: " ")
    let all = (document["methods"]?.elements ?? []).compactMap(Entry.init(method:))
    intents = all.filter { $0.name.isIntent }
    methods = all.filter { !$0.name.isIntent }
    boxes = (document["x-boxes"]?.members ?? []).map { Member(box: $0.name, schema: $0.value) }
    values = (document["components"]?["schemas"]?.members ?? []).map {
      Entry(value: $0.name, schema: $0.value)
    }
  }

  /// Whether no intent, method or box matched.
  var isEmpty: Bool { intents.isEmpty && methods.isEmpty && boxes.isEmpty }
}

extension ServiceDescription.Entry {
  /// nil without a name.
  fileprivate init?(method: JSONText) {
    guard let name = method["name"]?.string else { return nil }
    self.name = name
    summary = method["summary"]?.string ?? ""
    let result = method["result"]?["schema"] ?? .null
    members =
      (method["params"]?.elements ?? []).compactMap(ServiceDescription.Member.init(parameter:))
      + result.described { .init(part: "→ \($0)", schema: $1, isRequired: $2) }
  }

  fileprivate init(value name: String, schema: JSONText) {
    self.name = name
    let isObject = schema["properties"] != nil
    summary = [isObject ? "" : schema.shape, schema["description"]?.string ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ": ")
    members = schema.described { .init(part: $0, schema: $1, isRequired: $2) }
  }
}

extension ServiceDescription.Member {
  /// nil without a name.
  fileprivate init?(parameter: JSONText) {
    guard let name = parameter["name"]?.string else { return nil }
    let schema = parameter["schema"] ?? .null
    self.name = name
    shape = schema.shape
    need =
      if parameter["required"]?.boolean == true {
        "required"
      } else {
        schema["default"].map { "default \($0.string ?? $0.description)" } ?? "optional"
      }
    description = parameter["description"]?.string ?? ""
  }

  fileprivate init(part name: String, schema: JSONText, isRequired: Bool) {
    self.name = name
    shape = schema.shape
    need = isRequired ? "" : "optional"
    description = schema["description"]?.string ?? ""
  }

  fileprivate init(box path: String, schema: JSONText) {
    self.init(part: path, schema: schema, isRequired: true)
  }
}

extension JSONText {
  /// The members that an object's schema describes, in order.
  fileprivate func described(
    _ member: (_ name: String, _ schema: JSONText, _ isRequired: Bool) -> ServiceDescription.Member
  ) -> [ServiceDescription.Member] {
    let required = Set((self["required"]?.elements ?? []).compactMap(\.string))
    return (self["properties"]?.members ?? []).map {
      member($0.name, $0.value, required.contains($0.name))
    }
  }
}
