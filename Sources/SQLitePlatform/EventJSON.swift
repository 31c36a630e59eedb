internal import Domain

// A change of a topic, as JSON in a column.

/// An object that SQLite writes.
struct JSONExpression {
  /// The SQL expression, with `?` for each of ``values``.
  let expression: String
  let values: [(any Bindable)?]

  private enum Member {
    /// nil is `null`.
    case value((any Bindable)?)
    case object(JSONExpression)
  }

  private init(_ members: KeyValuePairs<String, Member>) {
    var (arguments, values): ([String], [(any Bindable)?]) = ([], [])
    for (name, member) in members {
      switch member {
      case .value(let value):
        arguments.append("'\(name)', ?")
        values.append(value)
      case .object(let object):
        arguments.append("'\(name)', \(object.expression)")
        values += object.values
      }
    }
    expression = "json_object(\(arguments.joined(separator: ", ")))"
    self.values = values
  }

  init(_ event: TopicEvent) {
    switch event {
    case .created(let title):
      self.init(["kind": .value("created"), "title": .value(title)])
    case .renamed(let old, let new):
      self.init(["kind": .value("renamed"), "oldTitle": .value(old), "title": .value(new)])
    case .removed(let title):
      self.init(["kind": .value("topicRemoved"), "title": .value(title)])
    case .restored(let title):
      self.init(["kind": .value("topicRestored"), "title": .value(title)])
    case .argumentAdded(let argument, let index):
      self.init([
        "kind": .value("added"), "argument": .object(JSONExpression(argument)),
        "index": .value(index),
      ])
    case .argumentChanged(let old, let new):
      self.init([
        "kind": .value("changed"), "old": .object(JSONExpression(old)),
        "argument": .object(JSONExpression(new)),
      ])
    case .argumentMoved(let old, let index, let new, let newIndex):
      self.init([
        "kind": .value("moved"), "old": .object(JSONExpression(old)), "index": .value(index),
        "argument": .object(JSONExpression(new)), "newIndex": .value(newIndex),
      ])
    case .argumentRemoved(let argument, let index):
      self.init([
        "kind": .value("removed"), "argument": .object(JSONExpression(argument)),
        "index": .value(index),
      ])
    case .argumentSupported(let argument, let isSupporting):
      self.init([
        "kind": .value("supported"), "argument": .object(JSONExpression(argument)),
        "isSupporting": .value(isSupporting ? 1 : 0),
      ])
    case .positionTaken(let position, let old):
      self.init([
        "kind": .value("positionTaken"), "position": .object(JSONExpression(position)),
        "oldPosition": old.map { .object(JSONExpression($0)) } ?? .value(nil),
      ])
    case .positionWithdrawn(let position):
      self.init([
        "kind": .value("positionWithdrawn"), "position": .object(JSONExpression(position)),
      ])
    case .ruleChanged(let old, let new):
      self.init([
        "kind": .value("ruleChanged"), "oldRule": Self.member(old), "rule": Self.member(new),
      ])
    case .decided(let decision):
      self.init(["kind": .value("decided"), "decision": .object(JSONExpression(decision))])
    case .reopened(let decision):
      self.init(["kind": .value("reopened"), "decision": .object(JSONExpression(decision))])
    case .postWritten(let post):
      self.init(["kind": .value("postWritten"), "post": .object(JSONExpression(post))])
    case .postEdited(let old, let new):
      self.init([
        "kind": .value("postEdited"), "oldPost": .object(JSONExpression(old)),
        "post": .object(JSONExpression(new)),
      ])
    case .postRemoved(let post):
      self.init(["kind": .value("postRemoved"), "post": .object(JSONExpression(post))])
    }
  }

  private init(_ argument: Argument) {
    self.init([
      "id": .value(argument.id), "side": .value(argument.side.rawValue),
      "text": .value(argument.text), "weight": .value(argument.weight),
      "author": .value(argument.author), "created": .value(argument.created.milliseconds),
      "updated": .value(argument.updated.milliseconds), "updatedBy": .value(argument.updatedBy),
      "supporters": .value(argument.supportersText),
    ])
  }

  private init(_ position: Position) {
    self.init([
      "person": .value(position.person), "choice": .value(position.name),
      "sentence": .value(position.sentence), "taken": .value(position.date.milliseconds),
    ])
  }

  private init(_ decision: Decision) {
    self.init([
      "outcome": .value(decision.outcome?.rawValue), "reason": .value(decision.reason),
      "author": .value(decision.author), "date": .value(decision.date.milliseconds),
      "authority": .value(decision.authority.rawValue), "digest": .value(decision.digest),
    ])
  }

  private static func member(_ rule: DecisionRule?) -> Member {
    guard let rule else { return .value(nil) }
    return .object(
      JSONExpression([
        "asked": .value(rule.askedText), "quorum": .value(rule.quorum?.text),
        "deadline": .value(rule.deadline?.milliseconds),
        "autoClose": .value(rule.autoClose ? 1 : 0),
      ]))
  }

  private init(_ post: Post) {
    self.init([
      "id": .value(post.id), "topic": .value(post.topic), "title": .value(post.title),
      "content": .value(post.content), "author": .value(post.author),
      "created": .value(post.created.milliseconds), "updated": .value(post.updated.milliseconds),
      "updatedBy": .value(post.updatedBy),
    ])
  }
}

extension Database {
  /// Returns the change that a JSON text describes; nil if it is not JSON, or if something is
  /// missing or breaks a rule, so that the change could not be undone.
  func event(_ json: String, of topic: Topic.ID) -> TopicEvent? {
    var (texts, numbers): ([String: String], [String: Int]) = ([:], [:])
    let isRead: Void? = try? rows("SELECT fullkey, atom FROM json_tree(?)", json) { row in
      let path = try row.text(0, bytes: 0...ColumnLimits.event)
      if let text = try? row.text(1, bytes: 0...ColumnLimits.event) {
        texts[path] = text
      } else if let number = try? row.number(1, in: ColumnLimits.numbers) {
        numbers[path] = number
      }
      return texts.count + numbers.count < JSONLeaves.most
    }
    guard isRead != nil else { return nil }
    return JSONLeaves(texts: texts, numbers: numbers, topic: topic).event
  }
}

/// The values of a JSON object and of the objects in it, by path such as `$.argument.id`.
private struct JSONLeaves {
  let texts: [String: String]
  let numbers: [String: Int]
  /// The topic that was changed.
  let topic: Topic.ID

  /// More than any change has.
  static let most = 64

  var event: TopicEvent? {
    switch texts["$.kind"] {
    case "created": title("$.title").map { .created(title: $0) }
    case "renamed": both(title("$.oldTitle"), title("$.title")).map { .renamed(from: $0, to: $1) }
    case "topicRemoved": title("$.title").map { .removed(title: $0) }
    case "topicRestored": title("$.title").map { .restored(title: $0) }
    case "added": both(argument("$.argument"), index("$.index")).map { .argumentAdded($0, at: $1) }
    case "changed":
      both(argument("$.old"), argument("$.argument")).map { .argumentChanged(from: $0, to: $1) }
    case "moved":
      both(both(argument("$.old"), argument("$.argument")), index("$.index")).map {
        .argumentMoved(from: $0.0, at: $1, to: $0.1, place: index("$.newIndex") ?? 0)
      }
    case "removed":
      both(argument("$.argument"), index("$.index")).map { .argumentRemoved($0, at: $1) }
    case "supported":
      both(argument("$.argument"), index("$.isSupporting")).map { .argumentSupported($0, $1 == 1) }
    case "positionTaken":
      position("$.position").map { .positionTaken($0, insteadOf: position("$.oldPosition")) }
    case "positionWithdrawn": position("$.position").map { .positionWithdrawn($0) }
    case "ruleChanged": .ruleChanged(from: rule("$.oldRule"), to: rule("$.rule"))
    case "decided": decision("$.decision").map { .decided($0) }
    case "reopened": decision("$.decision").map { .reopened($0) }
    case "postWritten": post("$.post").map { .postWritten($0) }
    case "postEdited": both(post("$.oldPost"), post("$.post")).map { .postEdited(from: $0, to: $1) }
    case "postRemoved": post("$.post").map { .postRemoved($0) }
    default: nil
    }
  }

  private func both<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  private func title(_ path: String) -> String? {
    text(path, 1...Limits.titleBytes)
  }

  private func text(_ path: String, _ bytes: ClosedRange<Int>) -> String? {
    texts[path].flatMap { bytes.contains($0.utf8.count) ? $0 : nil }
  }

  private func index(_ path: String) -> Int? {
    numbers[path].flatMap { $0 >= 0 ? $0 : nil }
  }

  private func date(_ path: String) -> Timestamp? {
    numbers[path].map { Timestamp(millisecondsSince1970: Int64($0)) }
  }

  private func argument(_ path: String) -> Argument? {
    guard let id = texts["\(path).id"].flatMap({ Int64($0) }),
      ColumnLimits.identifiers.contains(id),
      let side = texts["\(path).side"].flatMap({ Side(rawValue: $0) }),
      let words = text("\(path).text", 1...ColumnLimits.text),
      let weight = numbers["\(path).weight"],
      let author = text("\(path).author", 0...Limits.authorBytes),
      let created = date("\(path).created"), let updated = date("\(path).updated")
    else { return nil }
    return try? Argument(
      id: String(id), side: side, text: words, weight: weight, author: author, created: created,
      updated: updated, updatedBy: text("\(path).updatedBy", 0...Limits.authorBytes),
      supporters: texts["\(path).supporters"]?.split(separator: "\n").map(String.init) ?? [])
  }

  private func position(_ path: String) -> Position? {
    guard let person = text("\(path).person", 1...Limits.authorBytes),
      let name = texts["\(path).choice"], let date = date("\(path).taken")
    else { return nil }
    guard Position.isName(name) else { return nil }
    return try? Position(
      person: person, choice: Choice(rawValue: name),
      sentence: text("\(path).sentence", 1...ColumnLimits.text), date: date)
  }

  private func decision(_ path: String) -> Decision? {
    guard let reason = text("\(path).reason", 1...ColumnLimits.text),
      let author = text("\(path).author", 0...Limits.authorBytes), let date = date("\(path).date")
    else { return nil }
    let name = texts["\(path).outcome"]
    let outcome = name.flatMap { Choice(rawValue: $0) }
    guard name == nil || outcome != nil else { return nil }
    return try? Decision(
      outcome, reason: reason, author: author, date: date,
      authority: texts["\(path).authority"].flatMap { Decision.Authority(rawValue: $0) } ?? .person,
      digest: texts["\(path).digest"])
  }

  /// nil without one.
  private func rule(_ path: String) -> DecisionRule? {
    guard let autoClose = numbers["\(path).autoClose"] else { return nil }
    let asked = text("\(path).asked", 1...ColumnLimits.asked) ?? ""
    return try? DecisionRule(
      asked: asked.split(separator: "\n").map(String.init),
      quorum: texts["\(path).quorum"].flatMap { Quorum($0) }, deadline: date("\(path).deadline"),
      autoClose: autoClose == 1)
  }

  private func post(_ path: String) -> Post? {
    guard let id = text("\(path).id", 1...ColumnLimits.key), texts["\(path).topic"] == topic,
      let title = text("\(path).title", 1...Limits.postTitleBytes),
      let content = text("\(path).content", 1...Limits.postContentBytes),
      let author = text("\(path).author", 0...Limits.authorBytes),
      let created = date("\(path).created"), let updated = date("\(path).updated")
    else { return nil }
    return Post(
      id: id, topic: topic, title: title, content: content, author: author, created: created,
      updated: updated, updatedBy: text("\(path).updatedBy", 0...Limits.authorBytes))
  }
}
