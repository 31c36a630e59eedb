internal import Application
internal import BoxWire
internal import Domain
internal import FilePlatform

extension TopicDraft {
  /// Returns the topics of `topics.import`, in their order. Exactly one of the two forms must be
  /// given.
  ///
  /// - Throws: `RequestError` -32602 naming the place that cannot be understood.
  static func all(
    in json: JSONText?, _ markdown: String?
  ) throws(RequestError) -> [TopicDraft] {
    switch (json, markdown) {
    case (let json?, nil): return try all(in: json)
    case (nil, let markdown?):
      do throws(DocumentFault) {
        return try Markdown.drafts(in: markdown)
      } catch {
        throw .invalid(member: "markdown", "line \(error.line): \(error.reason)")
      }
    case (nil, nil): throw .invalid(member: "topics", "topics or markdown is missing")
    case (.some, .some): throw .invalid(member: "markdown", "either topics or markdown, not both")
    }
  }

  private static func all(in json: JSONText) throws(RequestError) -> [TopicDraft] {
    try JSONPart(json, at: "topics").elements().map { part throws(RequestError) in
      try TopicDraft(part)
    }
  }

  private init(_ part: JSONPart) throws(RequestError) {
    try part.allowOnly(["id", "title", "created", "pros", "cons", "posts"])
    self.init(
      id: try part.optional("id"), title: try part.required("title"),
      created: try part.date("created"),
      pros: try part.arguments("pros"), cons: try part.arguments("cons"),
      posts: try part.elements(of: "posts").map { post throws(RequestError) in
        try post.allowOnly([
          "id", "title", "content", "author", "created", "updated", "updatedBy",
        ])
        return PostDraft(
          title: try post.required("title"), content: try post.required("content"),
          author: try post.optional("author"), created: try post.date("created"),
          updated: try post.date("updated"), updatedBy: try post.optional("updatedBy"))
      })
  }
}

/// A value inside a parameter, and its place.
private struct JSONPart {
  private let json: JSONText
  private let place: String

  init(_ json: JSONText, at place: String) {
    self.json = json
    self.place = place
  }

  func elements() throws(RequestError) -> [JSONPart] {
    guard let elements = json.elements else { throw fault(place, "an array") }
    return elements.enumerated().map { JSONPart($1, at: "\(place)[\($0)]") }
  }

  /// Returns the elements of a member; none if it is missing.
  func elements(of name: String) throws(RequestError) -> [JSONPart] {
    guard let member = try member(name) else { return [] }
    return try JSONPart(member, at: "\(place).\(name)").elements()
  }

  func arguments(_ name: String) throws(RequestError) -> [TopicDraft.ArgumentDraft] {
    try elements(of: name).map { part throws(RequestError) in
      try part.allowOnly([
        "id", "text", "weight", "author", "created", "updated", "updatedBy",
      ])
      return TopicDraft.ArgumentDraft(
        id: try part.optional("id"), text: try part.required("text"),
        weight: try part.optional("weight"), author: try part.optional("author"),
        created: try part.date("created"), updated: try part.date("updated"),
        updatedBy: try part.optional("updatedBy"))
    }
  }

  /// Refuses unknown members, which may be misspelt.
  func allowOnly(_ names: [String]) throws(RequestError) {
    guard let members = json.members else { throw fault(place, "an object") }
    for member in members where !names.contains(member.name) {
      throw .invalid(member: "topics", "\(place) has no member \"\(member.name.excerpt)\"")
    }
  }

  func required<Value: ParameterValue>(_ name: String) throws(RequestError) -> Value {
    guard let value: Value = try optional(name) else {
      throw .invalid(member: "topics", "\(place).\(name) is missing")
    }
    return value
  }

  func optional<Value: ParameterValue>(_ name: String) throws(RequestError) -> Value? {
    guard let member = try member(name) else { return nil }
    guard let value = Value(json: member) else {
      throw fault("\(place).\(name)", Value.typeName)
    }
    return value
  }

  func date(_ name: String) throws(RequestError) -> Timestamp? {
    let text: DateText? = try optional(name)
    return text?.date
  }

  private func member(_ name: String) throws(RequestError) -> JSONText? {
    guard let members = json.members else { throw fault(place, "an object") }
    return members.last { $0.name == name }?.value
  }

  private func fault(_ place: String, _ type: String) -> RequestError {
    .invalid(member: "topics", "\(place) must be \(type)")
  }
}
