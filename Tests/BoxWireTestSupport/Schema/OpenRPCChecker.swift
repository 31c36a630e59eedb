package import BoxWire

/// Checks OpenRPC documents: their structure with `openrpc.json`, and here the rules of the
/// specification that a schema cannot express.
package struct OpenRPCChecker {
  private let document: JSONText

  /// What is wrong with a document; empty if it is valid.
  package static func faults(of document: JSONText) throws -> [String] {
    try faults(of: [document])[0]
  }

  /// What is wrong with each document, in order.
  package static func faults(of documents: [JSONText]) throws -> [[String]] {
    let checkers = documents.map { OpenRPCChecker(document: $0) }
    let checks = checkers.map(\.checks)
    var answers = try validate(checks.flatMap(\.self))[...]
    return zip(checkers, checks).map { checker, checks in
      defer { answers = answers.dropFirst(checks.count) }
      return answers.prefix(checks.count).flatMap(\.self) + checker.ownFaults
    }
  }

  /// The document as a whole, and each example and default against its schema.
  private var checks: [SchemaCheck] {
    let whole = SchemaCheck(document: document, schema: JSONText("openrpc"), value: document)
    return document.objects.reduce(into: [whole]) { checks, object in
      let values = (object["examples"]?.elements ?? []) + [object["default"]].compactMap(\.self)
      checks += values.map { SchemaCheck(document: document, schema: object, value: $0) }
    }
  }

  private var ownFaults: [String] {
    let methods = document["methods"]?.elements ?? []
    return repeated(methods.map { $0["name"] }, "method")
      + methods.flatMap { faults(ofMethod: $0) } + document.objects.flatMap { faults(of: $0) }
  }

  private func faults(ofMethod method: JSONText) -> [String] {
    let parameters = method["params"]?.elements ?? []
    let needs = parameters.map { $0["required"]?.boolean ?? false }
    let isOrdered = !zip(needs, needs.dropFirst()).contains { !$0 && $1 }
    let codes = (method["errors"]?.elements ?? []).map { error in
      (error["$ref"]?.string.flatMap(target) ?? error)["code"]
    }
    return repeated(parameters.map { $0["name"] }, "parameter") + repeated(codes, "error")
      + (isOrdered ? [] : ["a required parameter follows an optional one: \(method)"])
  }

  /// A reference must point at something, and a required member must be described.
  private func faults(of object: JSONText) -> [String] {
    if let reference = object["$ref"]?.string, target(of: reference) == nil {
      return ["\(reference) does not exist"]
    }
    guard let required = object["required"]?.elements else { return [] }
    return required.filter { name in name.string.flatMap { object["properties", $0] } == nil }
      .map { "\($0) is required but not described: \(object)" }
  }

  private func repeated(_ values: [JSONText?], _ kind: String) -> [String] {
    Set(values).count == values.count ? [] : ["two are the same \(kind): \(values)"]
  }

  /// The target of a reference such as `#/components/schemas/Path`; nil if it does not exist.
  private func target(of reference: String) -> JSONText? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(document) { $0?[String($1)] }
  }
}

extension JSONText {
  /// All objects in this value, including itself.
  fileprivate var objects: [JSONText] {
    guard let members else { return (elements ?? []).flatMap(\.objects) }
    return [self] + members.flatMap(\.value.objects)
  }
}
