package import BoxWire
internal import SystemTestSupport

/// Checks that something is an OpenRPC document: the published structure of 1.3
/// (spec.open-rpc.org), as far as the daemon uses it, with unknown members refused, and what the
/// specification's text demands beyond the structure.
package struct OpenRPCChecker {
  private let document: JSONText
  private let schemas: JSONSchemaChecker

  package init(_ document: JSONText) {
    self.document = document
    schemas = JSONSchemaChecker(document: document)
  }

  /// What is wrong, each with its place; none when it is a document.
  package var faults: [String] {
    let names = (document["methods"]?.elements ?? []).map { $0["name"]?.string }
    return object(
      document, "document",
      [
        "openrpc": (true, { text($0, $1, /1\.\d+\.\d+/) }), "info": (true, info),
        "methods": (true, { list($0, $1, method) }), "components": (false, components),
        "x-boxes": (false, boxes),
      ]) + (Set(names).count == names.count ? [] : ["two methods have one name"])
  }

  private typealias Check = (JSONText, String) -> [String]

  private func info(_ value: JSONText, _ place: String) -> [String] {
    object(
      value, place,
      ["title": (true, text), "version": (true, text), "description": (false, text)])
  }

  private func method(_ value: JSONText, _ place: String) -> [String] {
    object(
      value, place,
      [
        "name": (true, text), "summary": (false, text), "description": (false, text),
        "paramStructure": (false, { text($0, $1, /by-name|by-position|either/) }),
        "params": (true, parameters), "result": (false, descriptor), "errors": (false, errors),
      ])
  }

  private func parameters(_ value: JSONText, _ place: String) -> [String] {
    let elements = value.elements ?? []
    let names = elements.map { $0["name"]?.string }
    let needs = elements.map { $0["required"]?.boolean ?? false }
    var faults = list(value, place, descriptor)
    if Set(names).count < names.count { faults.append("\(place): two have one name") }
    if zip(needs, needs.dropFirst()).contains(where: { !$0 && $1 }) {
      faults.append("\(place): one that is required stands behind one that is not")
    }
    return faults
  }

  private func descriptor(_ value: JSONText, _ place: String) -> [String] {
    object(
      value, place,
      [
        "name": (true, text), "summary": (false, text), "description": (false, text),
        "required": (false, { $0.boolean == nil ? ["\($1) is neither true nor false"] : [] }),
        "schema": (true, schemas.faults),
      ])
  }

  private func errors(_ value: JSONText, _ place: String) -> [String] {
    let codes = (value.elements ?? []).map { error in
      (error["$ref"]?.string.flatMap(document.target(of:)) ?? error)["code"]
    }
    return list(value, place) { error, place in
      guard let reference = error["$ref"] else { return self.error(error, place) }
      let isGood =
        error.names.count == 1 && reference.string.flatMap(document.target(of:)) != nil
      return isGood ? [] : ["\(place) is no good reference: \(error)"]
    } + (Set(codes).count == codes.count ? [] : ["\(place): two have one code"])
  }

  private func error(_ value: JSONText, _ place: String) -> [String] {
    object(
      value, place,
      [
        "code": (true, { $0.integer == nil ? ["\($1) is no whole number"] : [] }),
        "message": (true, text), "data": (false, { _, _ in [] }),
      ], isExtensible: false)
  }

  private func components(_ value: JSONText, _ place: String) -> [String] {
    object(
      value, place,
      [
        "schemas": (false, { map($0, $1, /[a-zA-Z0-9.\-_]+/, schemas.faults) }),
        "errors": (false, { map($0, $1, /[a-zA-Z0-9.\-_]+/, error) }),
      ])
  }

  /// An extension of ours: schemas by path.
  private func boxes(_ value: JSONText, _ place: String) -> [String] {
    map(value, place, /[A-Za-z0-9_\-]{1,64}(\.[A-Za-z0-9_\-]{1,64})*/, schemas.faults)
  }

  // MARK: Parts

  private func object(
    _ value: JSONText, _ place: String, _ known: [String: (isRequired: Bool, check: Check)],
    isExtensible: Bool = true
  ) -> [String] {
    guard let members = value.members else { return ["\(place) is no object"] }
    let missing = known.filter { $0.value.isRequired && value[$0.key] == nil }.keys
    return missing.map { "\(place) has no \($0)" }
      + members.flatMap { member in
        if let check = known[member.name]?.check {
          return check(member.value, "\(place).\(member.name)")
        }
        let isKnown = isExtensible && member.name.hasPrefix("x-")
        return isKnown ? [] : ["\(place).\(member.name) is not known"]
      }
  }

  private func list(_ value: JSONText, _ place: String, _ check: Check) -> [String] {
    guard let elements = value.elements else { return ["\(place) is no array"] }
    return elements.enumerated().flatMap { check($1, "\(place)[\($0)]") }
  }

  private func map<Output>(
    _ value: JSONText, _ place: String, _ names: Regex<Output>, _ check: Check
  ) -> [String] {
    guard let members = value.members else { return ["\(place) is no object"] }
    return members.flatMap { member in
      (member.name.wholeMatch(of: names) == nil ? ["\(place) cannot name \(member.name)"] : [])
        + check(member.value, "\(place).\(member.name)")
    }
  }

  private func text(_ value: JSONText, _ place: String) -> [String] {
    text(value, place, /(?s:.+)/)
  }

  private func text<Output>(
    _ value: JSONText, _ place: String, _ form: Regex<Output>
  ) -> [String] {
    value.string?.wholeMatch(of: form) == nil ? ["\(place) cannot be \(value)"] : []
  }
}
