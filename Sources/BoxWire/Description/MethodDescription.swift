/// What a method takes and returns.
package struct MethodDescription: Equatable, Sendable {
  /// The method's name, or the path of an intent.
  package let name: String
  /// A sentence for people; nil when there is none.
  package let summary: String?
  /// Required parameters come first.
  package let parameters: [MemberDescription]
  /// The contents of `result`.
  package let result: JSONSchema
  /// What clients ask their users before they call it; nil for nothing.
  package let question: String?
  /// The errors it can return, apart from those that JSON-RPC 2.0 allows every method (-32700 to
  /// -32600).
  package let errors: [RequestError.Code]

  /// - Parameters:
  ///   - parameters: with different names; optional ones are moved behind the required ones.
  ///   - errors: each once.
  package init(
    _ name: String, _ summary: String?, confirm question: String? = nil,
    parameters: [MemberDescription] = [], result: JSONSchema, errors: [RequestError.Code] = []
  ) {
    self.name = name
    self.summary = summary
    self.question = question
    self.parameters = parameters.filter(\.isRequired) + parameters.filter { !$0.isRequired }
    self.result = result
    self.errors = errors
  }
}

extension MethodDescription {
  /// Returns the same description under another name.
  package func named(_ name: String) -> MethodDescription {
    MethodDescription(
      name, summary, confirm: question, parameters: parameters, result: result, errors: errors)
  }

  /// The schemas of its parameters and its result.
  package var schemas: [JSONSchema] { parameters.map(\.schema) + [result] }

  /// Returns the methods that every daemon has.
  ///
  /// - Parameter limits: the daemon's limits.
  package static func builtIn(limits: AnnouncedLimits = AnnouncedLimits()) -> [MethodDescription] {
    [
      Subscribe.description(limits: limits), Unsubscribe.description(limits: limits),
      Get.description(limits: limits), SetBox.description(limits: limits),
      DeleteBox.description,
      Ping.description, Discover.description(limits: limits),
    ]
  }

  /// The OpenRPC method object.
  var methodObject: JSONText {
    var members = [(name: "name", value: JSONText(name))]
    if let summary { members.append(("summary", JSONText(summary))) }
    if let question { members.append(("x-confirm", JSONText(question))) }
    members.append(("paramStructure", JSONText("by-name")))
    members.append(("params", JSONText(elements: parameters.map(\.contentDescriptor))))
    let result = [(name: "name", value: JSONText("result")), ("schema", result.json)]
    members.append(("result", JSONText(members: result)))
    if !errors.isEmpty {
      members.append(("errors", JSONText(elements: errors.map(\.reference))))
    }
    return JSONText(members: members)
  }
}

extension Parameters {
  /// Refuses members that a method does not describe.
  ///
  /// - Throws: `RequestError` -32602 naming the first of them.
  func allowOnly(_ described: MethodDescription) throws(RequestError) {
    for member in members
    where !described.parameters.contains(where: { member.name.hasSameBytes(as: $0.name) }) {
      throw .unknown(member: member.name)
    }
  }
}
