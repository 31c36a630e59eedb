package import BoxWire
internal import SystemTestSupport

/// Validates values against JSON Schemas (draft 7) with Debian's python3-jsonschema. That takes a
/// quarter of a second to start, so a test checks all its values at once.
package struct JSONSchemaValidator {
  private let document: JSONText
  private let isClosed: Bool

  /// - Parameters:
  ///   - document: the target of references.
  ///   - isClosed: whether members that `properties` does not name are refused even where the
  /// schema allows them.
  package init(_ document: JSONText, isClosed: Bool = false) {
    self.document = document
    self.isClosed = isClosed
  }

  /// What is wrong with each value, in order; an empty list for a valid one. An invalid schema, or
  /// one with an unknown keyword, counts as a fault of its value.
  package func faults(of checks: [(value: JSONText, schema: JSONText)]) throws -> [[String]] {
    try validate(
      checks.map {
        SchemaCheck(document: document, schema: $0.schema, value: $0.value, isClosed: isClosed)
      })
  }
}

/// A value and the schema that it must conform to, as `validate.py` reads them.
struct SchemaCheck {
  let document: JSONText
  let schema: JSONText
  let value: JSONText
  var isClosed = false

  var json: JSONText {
    JSONText(elements: [document, schema, value, JSONText(isClosed)])
  }
}

/// What is wrong with each value, in order, from one run of `validate.py`.
func validate(_ checks: [SchemaCheck]) throws -> [[String]] {
  let directory = TemporaryDirectory()
  let request = directory.file("checks.json")
  try write(JSONText(elements: checks.map(\.json)).description, to: request)
  let script = "\(SourceTree.root)/Tests/BoxWireTestSupport/Schema/validate.py"
  // With an absolute path: another python3 in PATH may have other packages.
  let process = try ChildProcess("/usr/bin/python3", [script, request])
  guard try process.waitForEnd(within: .seconds(120)) == .exited(0) else {
    throw ValidatorFailure(description: process.standardError)
  }
  let answer = try JSONText(parsing: process.standardOutput.dropLast().utf8)
  return (answer.elements ?? []).map { ($0.elements ?? []).compactMap(\.string) }
}

/// `validate.py` failed, for example because python3-jsonschema is missing.
struct ValidatorFailure: Error, CustomStringConvertible {
  let description: String
}
