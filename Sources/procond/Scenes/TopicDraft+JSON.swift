internal import Application
internal import BoardValues
internal import BoxWire
internal import Domain
internal import FilePlatform

extension TopicDraft {
  /// Returns the topics of `topics.import`, in their order, and what was left out of them or converted.
  /// Exactly one of the two forms must be given.
  ///
  /// - Throws: `RequestError` -32602 naming the place that cannot be understood.
  static func all(
    in json: JSONText?, _ markdown: String?
  ) throws(RequestError) -> (drafts: [TopicDraft], notes: [String]) {
    switch (json, markdown) {
    case (let json?, nil): return (try all(in: json), [])
    case (nil, let markdown?):
      do throws(DocumentFault) {
        guard MADR.isRecord(markdown) else { return (try Markdown.drafts(in: markdown), []) }
        let (draft, notes) = try MADR.draft(in: markdown)
        return ([draft], notes)
      } catch {
        throw .invalid(member: .markdown, "line \(error.line): \(error.reason)")
      }
    case (nil, nil): throw .invalid(member: .topics, "topics or markdown is missing")
    case (.some, .some): throw .invalid(member: .markdown, "either topics or markdown, not both")
    }
  }

  private static func all(in json: JSONText) throws(RequestError) -> [TopicDraft] {
    try JSONPart(json, at: ParameterName.topics.rawValue).elements().map {
      part throws(RequestError) in
      try TopicDraft(part)
    }
  }

  private init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.CodingKeys
    try part.allowOnly(Key.self)
    self.init(
      id: try part.optional(Key.id), title: try part.required(Key.title),
      created: try part.date(Key.created), pros: try part.arguments(Key.pros),
      cons: try part.arguments(Key.cons),
      options: try part.elements(of: Key.options).map { option throws(RequestError) in
        try OptionDraft(option)
      },
      positions: try part.elements(of: Key.positions).map { position throws(RequestError) in
        try PositionDraft(position)
      },
      objections: try part.elements(of: Key.objections).map { objection throws(RequestError) in
        try ObjectionDraft(objection)
      },
      decision: try part.part(Key.decision).map { decision throws(RequestError) in
        try DecisionDraft(decision)
      },
      rule: try part.part(Key.rule).map { rule throws(RequestError) in try RuleDraft(rule) },
      round: try part.optional(Key.round),
      todos: try part.elements(of: Key.todos).map { todo throws(RequestError) in
        try TodoDraft(todo)
      },
      posts: try part.elements(of: Key.posts).map { post throws(RequestError) in
        try PostDraft(post)
      })
  }
}

extension TopicDraft.OptionDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.OptionRecord.CodingKeys
    try part.allowOnly(Key.self)
    self.init(
      id: try part.optional(Key.id), title: try part.required(Key.title),
      text: try part.optional(Key.text), author: try part.optional(Key.author),
      created: try part.date(Key.created), updated: try part.date(Key.updated),
      updatedBy: try part.optional(Key.updatedBy), pros: try part.arguments(Key.pros),
      cons: try part.arguments(Key.cons))
  }
}

extension TopicDraft.ObjectionDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.ObjectionRecord.CodingKeys
    try part.allowOnly(Key.self)
    self.init(
      id: try part.optional(Key.id), text: try part.required(Key.text),
      author: try part.optional(Key.author), created: try part.date(Key.created),
      answer: try part.part(Key.answer).map { answer throws(RequestError) in
        try TopicDraft.RemarkDraft(answer)
      },
      closing: try part.part(Key.closing).map { closing throws(RequestError) in
        try TopicDraft.ClosingDraft(closing)
      })
  }
}

extension TopicDraft.RemarkDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.AnswerRecord.CodingKeys
    try part.allowOnly(Key.self)
    self.init(
      text: try part.required(Key.text), author: try part.optional(Key.author),
      date: try part.date(Key.date))
  }
}

extension TopicDraft.ClosingDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.ClosingRecord.CodingKeys
    try part.allowOnly(Key.self)
    let kind: ClosingKind = try part.required(Key.kind)
    self.init(
      kind.kind, author: try part.optional(Key.author), date: try part.date(Key.date))
  }
}

extension TopicDraft.TodoDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.TodoRecord.CodingKeys
    try part.allowOnly(Key.self)
    let due: DayText? = try part.optional(Key.due)
    self.init(
      id: try part.optional(Key.id), text: try part.required(Key.text),
      isDone: try part.optional(Key.done) ?? false, assignee: try part.optional(Key.assignee),
      due: due?.day, author: try part.optional(Key.author), created: try part.date(Key.created),
      updated: try part.date(Key.updated), updatedBy: try part.optional(Key.updatedBy))
  }
}

/// How an objection ended.
private struct ClosingKind: ParameterValue {
  static let typeName = "\"withdrawn\" or \"resolved\""
  static let jsonSchema = JSONSchema.string(oneOf: Objection.Closing.Kind.allCases.map(\.rawValue))

  let kind: Objection.Closing.Kind

  init?(json: JSONText) {
    guard let kind = json.string.flatMap(Objection.Closing.Kind.init(rawValue:)) else {
      return nil
    }
    self.kind = kind
  }

  var json: JSONText { JSONText(kind.rawValue) }
}

extension TopicDraft.PositionDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.PositionRecord.CodingKeys
    try part.allowOnly(Key.self)
    let position: PositionParameter = try part.required(Key.position)
    self.init(
      person: try part.required(Key.person), choice: Choice(rawValue: position.name.rawValue),
      sentence: try part.optional(Key.sentence), date: try part.date(Key.date))
  }
}

extension TopicDraft.DecisionDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.DecisionRecord.CodingKeys
    try part.allowOnly(Key.self)
    let status: ClosedStatus = try part.required(Key.status)
    let authority: AuthorityParameter? = try part.optional(Key.authority)
    let outcome: OutcomeParameter? =
      switch status {
      case .decided: try part.required(Key.outcome)
      case .superseded: try part.optional(Key.outcome)
      case .dropped: nil
      }
    self.init(
      outcome: outcome?.choice, title: try part.optional(Key.title),
      reason: try part.required(Key.reason), author: try part.optional(Key.author),
      date: try part.date(Key.date), authority: authority?.authority ?? .person,
      digest: try part.optional(Key.digest), successor: try part.optional(Key.successor))
  }
}

extension TopicDraft.RuleDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.RuleRecord.CodingKeys
    try part.allowOnly(Key.self)
    let asked: NameList? = try part.optional(Key.asked)
    let quorum: QuorumParameter? = try part.optional(Key.quorum)
    self.init(
      asked: asked?.names ?? [], quorum: quorum?.quorum, deadline: try part.date(Key.deadline),
      autoClose: try part.optional(Key.autoClose) ?? false,
      objectionsBlock: try part.optional(Key.objectionsBlock) ?? false,
      decidersResolve: try part.optional(Key.decidersResolve) ?? false)
  }
}

/// By what a topic was decided, unless a person did as the rule allows.
private struct AuthorityParameter: ParameterValue {
  static let typeName = "\"override\" or \"rule\""
  static let jsonSchema = JSONSchema.string(oneOf: AuthorityName.allCases.map(\.rawValue))

  let authority: Decision.Authority

  init?(json: JSONText) {
    guard let name = json.string.flatMap(AuthorityName.init(rawValue:)) else { return nil }
    authority = name == .rule ? .rule : .override
  }

  var json: JSONText { JSONText(authority.rawValue) }
}

/// The status of a topic that is not open.
private enum ClosedStatus: String, ParameterValue {
  case decided, dropped, superseded

  static let typeName = "\"decided\", \"dropped\" or \"superseded\""
  static let jsonSchema = JSONSchema.string(oneOf: ["decided", "dropped", "superseded"])

  init?(json: JSONText) {
    guard let status = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = status
  }

  var json: JSONText { JSONText(rawValue) }
}

extension TopicDraft.PostDraft {
  fileprivate init(_ part: JSONPart) throws(RequestError) {
    typealias Key = TopicDocument.PostRecord.CodingKeys
    try part.allowOnly(Key.self)
    self.init(
      title: try part.required(Key.title), content: try part.required(Key.content),
      author: try part.optional(Key.author), created: try part.date(Key.created),
      updated: try part.date(Key.updated), updatedBy: try part.optional(Key.updatedBy))
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
  func elements(of key: some CodingKey) throws(RequestError) -> [JSONPart] {
    guard let member = try member(key) else { return [] }
    return try JSONPart(member, at: place(of: key)).elements()
  }

  /// Returns a member; nil if it is missing.
  func part(_ key: some CodingKey) throws(RequestError) -> JSONPart? {
    try member(key).map { JSONPart($0, at: place(of: key)) }
  }

  func arguments(_ key: some CodingKey) throws(RequestError) -> [TopicDraft.ArgumentDraft] {
    typealias Key = TopicDocument.ArgumentRecord.CodingKeys
    return try elements(of: key).map { part throws(RequestError) in
      try part.allowOnly(Key.self)
      let supporters: NameList? = try part.optional(Key.supporters)
      return TopicDraft.ArgumentDraft(
        id: try part.optional(Key.id), text: try part.required(Key.text),
        weight: try part.optional(Key.weight), author: try part.optional(Key.author),
        created: try part.date(Key.created), updated: try part.date(Key.updated),
        updatedBy: try part.optional(Key.updatedBy), supporters: supporters?.names ?? [],
        comments: try part.elements(of: Key.comments).map { comment throws(RequestError) in
          try comment.comment()
        })
    }
  }

  private func comment() throws(RequestError) -> TopicDraft.CommentDraft {
    typealias Key = TopicDocument.CommentRecord.CodingKeys
    try allowOnly(Key.self)
    return TopicDraft.CommentDraft(
      text: try required(Key.text), author: try optional(Key.author),
      created: try date(Key.created))
  }

  /// Refuses unknown members, which may be misspelt.
  func allowOnly<Key: CodingKey>(_ keys: Key.Type) throws(RequestError) {
    guard let members = json.members else { throw fault(place, "an object") }
    for member in members where Key(stringValue: member.name) == nil {
      throw .invalid(member: .topics, "\(place) has no member \"\(member.name.excerpt)\"")
    }
  }

  func required<Value: ParameterValue>(_ key: some CodingKey) throws(RequestError) -> Value {
    guard let value: Value = try optional(key) else {
      throw .invalid(member: .topics, "\(place(of: key)) is missing")
    }
    return value
  }

  func optional<Value: ParameterValue>(_ key: some CodingKey) throws(RequestError) -> Value? {
    guard let member = try member(key) else { return nil }
    guard let value = Value(json: member) else { throw fault(place(of: key), Value.typeName) }
    return value
  }

  func date(_ key: some CodingKey) throws(RequestError) -> Timestamp? {
    let text: DateText? = try optional(key)
    return text?.date
  }

  private func member(_ key: some CodingKey) throws(RequestError) -> JSONText? {
    guard let members = json.members else { throw fault(place, "an object") }
    return members.last { $0.name == key.stringValue }?.value
  }

  private func place(of key: some CodingKey) -> String { "\(place).\(key.stringValue)" }

  private func fault(_ place: String, _ type: String) -> RequestError {
    .invalid(member: .topics, "\(place) must be \(type)")
  }
}
