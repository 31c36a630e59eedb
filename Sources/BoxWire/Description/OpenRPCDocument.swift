/// What a daemon offers: an OpenRPC document (spec.open-rpc.org) with the boxes as an extension.
package struct OpenRPCDocument: Sendable {
  /// The version of OpenRPC.
  package static let version = "1.3.2"

  private let title: String
  private let version: String
  private let methods: [MethodDescription]
  private let boxes: [(path: String, schema: JSONSchema)]
  private let names: [String: Set<String>]

  /// - Parameters:
  ///   - server: name and version, such as `procond 0.1.0`.
  ///   - methods: in the order in which they are to be shown; their names differ.
  ///   - boxes: likewise, by path, or by pattern for the boxes of many scenes of one kind.
  ///   - names: the names in place of `*` in methods and boxes, by the path up to it with names in
  ///     place of earlier ones, such as `topics.*` and `topics.ai.options.*`.
  package init(
    server: String, methods: [MethodDescription], boxes: [(path: String, schema: JSONSchema)],
    names: [String: Set<String>] = [:]
  ) {
    let words = server.split(separator: " ", maxSplits: 1)
    title = words.first.map(String.init) ?? ""
    version = words.dropFirst().first.map(String.init) ?? ""
    self.methods = methods
    self.boxes = boxes
    self.names = names
  }

  package var json: JSONText {
    var members = [
      (name: "openrpc", value: JSONText(Self.version)),
      ("info", JSONText(members: [("title", JSONText(title)), ("version", JSONText(version))])),
      ("methods", JSONText(elements: methods.map(\.methodObject))),
      ("components", components),
      ("x-boxes", JSONText(members: boxes.map { ($0.path, $0.schema.json) })),
    ]
    if !names.isEmpty {
      let places = names.sorted { $0.key < $1.key }
      let lists = places.map { ($0.key, JSONText(elements: $0.value.map { JSONText($0) })) }
      members.append(("x-names", JSONText(members: lists)))
    }
    return JSONText(members: members)
  }

  /// The schemas and errors that the rest refers to, in order of name or code.
  private var components: JSONText {
    let schemas = JSONSchema.definitions(of: methods.flatMap(\.schemas) + boxes.map(\.schema))
    let named = schemas.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let errors = Set(methods.flatMap(\.errors)).sorted { $0.rawValue > $1.rawValue }
    return JSONText(members: [
      ("schemas", JSONText(members: named)),
      ("errors", JSONText(members: errors.map { ($0.name, $0.errorObject) })),
    ])
  }
}
