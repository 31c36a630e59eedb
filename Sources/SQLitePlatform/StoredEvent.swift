internal import Domain

// Changes of topics and comments, read from JSON in a column.

extension Database {
  /// Returns the change that a JSON text describes; nil if it is not JSON, or if something is
  /// missing or breaks a rule, so that the change could not be undone.
  func event(_ json: String, of topic: Topic.ID) -> TopicEvent? {
    JSONObject(json, in: self)?.event(of: topic)
  }

  /// Returns the comments that a JSON text has.
  ///
  /// - Parameter path: that of their array, which need not exist.
  /// - Returns: nil if it is not JSON, or if something is missing or breaks a rule.
  func comments(_ json: String, at path: String = "$") -> [Comment]? {
    var comments: [Comment] = []
    var ids: Set<Comment.ID> = []
    let isRead: Void? = try? forEach(
      """
      SELECT json_extract(value, '$.id'), json_extract(value, '$.text'),
        json_extract(value, '$.author'), json_extract(value, '$.created')
      FROM json_each(?, ?)
      """, json, path
    ) { row in
      let comment = try row.comment()
      guard ids.insert(comment.id).inserted, ids.count <= Limits.comments else {
        throw row.fault(0, "occurs more than once, or is one too many")
      }
      comments.append(comment)
    }
    return isRead.map { comments }
  }
}

extension Row {
  /// Of the members of a comment.
  fileprivate func comment() throws -> Comment {
    guard let number = Int64(try text(0, bytes: 1...ColumnLimits.key)),
      ColumnLimits.identifiers.contains(number)
    else { throw fault(0, "is not a number") }
    return try Comment(
      id: String(number), text: try text(1, bytes: 1...ColumnLimits.text), author: try author(2),
      created: try date(3))
  }
}

/// A JSON object: the values in it and in the objects in it, by path such as `$.argument.id`, without
/// its lists of comments and arguments, which are read one by one.
private struct JSONObject {
  private let json: String
  private let database: Database
  private var texts: [String: String] = [:]
  private var numbers: [String: Int] = [:]

  /// More than any change has.
  private static let mostValues = 64

  private static let lists = [
    "$.comments", "$.old.comments", "$.argument.comments", "$.option.pros.arguments",
    "$.option.cons.arguments",
  ]

  private static let reading = """
    SELECT fullkey, atom FROM json_tree(
      json_remove(?, \(lists.map { "'\($0)'" }.joined(separator: ", "))))
    """

  /// nil if it is not JSON.
  init?(_ json: String, in database: Database) {
    (self.json, self.database) = (json, database)
    do {
      var (texts, numbers): ([String: String], [String: Int]) = ([:], [:])
      try database.rows(Self.reading, json) { row in
        let path = try row.text(0, bytes: 0...ColumnLimits.event)
        if let text = try? row.text(1, bytes: 0...ColumnLimits.event) {
          texts[path] = text
        } else if let number = try? row.number(1, in: ColumnLimits.numbers) {
          numbers[path] = number
        }
        return texts.count + numbers.count < Self.mostValues
      }
      (self.texts, self.numbers) = (texts, numbers)
    } catch {
      return nil
    }
  }

  /// - Parameter topic: the one that was changed.
  func event(of topic: Topic.ID) -> TopicEvent? {
    switch texts["$.kind"] {
    case "created": title("$.title").map { .created(title: $0) }
    case "renamed": both(title("$.oldTitle"), title("$.title")).map { .renamed(from: $0, to: $1) }
    case "topicRemoved": title("$.title").map { .removed(title: $0) }
    case "topicRestored": title("$.title").map { .restored(title: $0) }
    case "positionTaken":
      position("$.position").map { .positionTaken($0, insteadOf: position("$.oldPosition")) }
    case "positionWithdrawn": position("$.position").map { .positionWithdrawn($0) }
    case "objectionChanged": changeOfObjection
    case "ruleChanged": .ruleChanged(from: rule("$.oldRule"), to: rule("$.rule"))
    case "decided": decision("$.decision").map { .decided($0) }
    case "reopened": decision("$.decision").map { .reopened($0) }
    case "superseded":
      .superseded(by: topicID("$.successor"), insteadOf: topicID("$.oldSuccessor"))
    case "postWritten": post("$.post", of: topic).map { .postWritten($0) }
    case "postEdited":
      both(post("$.oldPost", of: topic), post("$.post", of: topic)).map {
        .postEdited(from: $0, to: $1)
      }
    case "postRemoved": post("$.post", of: topic).map { .postRemoved($0) }
    default: changeOfArgument ?? changeOfOption ?? changeOfTodo
    }
  }

  private var changeOfArgument: TopicEvent? {
    switch texts["$.kind"] {
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
    case "commentAdded":
      both(both(comment("$.comment"), argument("$.argument")), index("$.index")).map {
        .commentAdded($0.0, on: $0.1, at: $1)
      }
    case "commentRemoved":
      both(both(comment("$.comment"), argument("$.argument")), index("$.index")).map {
        .commentRemoved($0.0, on: $0.1, at: $1)
      }
    default: nil
    }
  }

  private var changeOfOption: TopicEvent? {
    switch texts["$.kind"] {
    case "optionAdded": both(option("$.option"), index("$.index")).map { .optionAdded($0, at: $1) }
    case "optionChanged":
      both(option("$.oldOption"), option("$.option")).map { .optionChanged(from: $0, to: $1) }
    case "optionMoved":
      both(option("$.option"), both(index("$.index"), index("$.newIndex"))).map {
        .optionMoved($0, from: $1.0, to: $1.1)
      }
    case "optionRemoved":
      both(optionBoard("$.option"), index("$.index")).map { .optionRemoved($0, at: $1) }
    case "converted": option("$.option").map { .converted($0) }
    default: nil
    }
  }

  private var changeOfObjection: TopicEvent? {
    let old = objection("$.oldObjection")
    guard let new = objection("$.objection"), old != nil || texts["$.oldObjection.id"] == nil
    else { return nil }
    return .objectionChanged(from: old, to: new)
  }

  private var changeOfTodo: TopicEvent? {
    switch texts["$.kind"] {
    case "todoAdded": both(todo("$.todo"), index("$.index")).map { .todoAdded($0, at: $1) }
    case "todoChanged":
      both(todo("$.oldTodo"), todo("$.todo")).map { .todoChanged(from: $0, to: $1) }
    case "todoMoved":
      both(todo("$.todo"), both(index("$.index"), index("$.newIndex"))).map {
        .todoMoved($0, from: $1.0, to: $1.1)
      }
    case "todoRemoved": both(todo("$.todo"), index("$.index")).map { .todoRemoved($0, at: $1) }
    default: nil
    }
  }

  // MARK: Values

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

  private func author(_ path: String) -> String? { text(path, 0...Limits.authorBytes) }

  private func index(_ path: String) -> Int? {
    numbers[path].flatMap { $0 >= 0 ? $0 : nil }
  }

  private func date(_ path: String) -> Timestamp? {
    numbers[path].map { Timestamp(millisecondsSince1970: Int64($0)) }
  }

  private func topicID(_ path: String) -> Topic.ID? {
    texts[path].flatMap { Topic.isID($0) ? $0 : nil }
  }

  /// A number that is written as a text.
  private func id(_ path: String) -> String? {
    guard let number = texts[path].flatMap({ Int64($0) }),
      ColumnLimits.identifiers.contains(number)
    else { return nil }
    return String(number)
  }

  // MARK: Objects

  private func argument(_ path: String) -> Argument? {
    guard let id = id("\(path).id"),
      let side = texts["\(path).side"].flatMap({ Side(rawValue: $0) }),
      let words = text("\(path).text", 1...ColumnLimits.text),
      let weight = numbers["\(path).weight"], let author = author("\(path).author"),
      let created = date("\(path).created"), let updated = date("\(path).updated"),
      let comments = database.comments(json, at: "\(path).comments")
    else { return nil }
    let option = texts["\(path).option"]
    guard option.map({ Option.isID($0) }) ?? true else { return nil }
    return try? Argument(
      id: id, side: Column(side, of: option), text: words, weight: weight, author: author,
      created: created, updated: updated, updatedBy: self.author("\(path).updatedBy"),
      supporters: texts["\(path).supporters"]?.split(separator: "\n").map(String.init) ?? [],
      comments: comments)
  }

  private func comment(_ path: String) -> Comment? {
    guard let id = id("\(path).id"), let words = text("\(path).text", 1...ColumnLimits.text),
      let author = author("\(path).author"), let created = date("\(path).created")
    else { return nil }
    return try? Comment(id: id, text: words, author: author, created: created)
  }

  private func option(_ path: String) -> Option? {
    guard let id = texts["\(path).id"], Option.isID(id), let title = title("\(path).title"),
      let author = author("\(path).author"), let created = date("\(path).created"),
      let updated = date("\(path).updated")
    else { return nil }
    return try? Option(
      id: id, title: title, text: text("\(path).text", 1...ColumnLimits.text), author: author,
      created: created, updated: updated, updatedBy: self.author("\(path).updatedBy"))
  }

  private func optionBoard(_ path: String) -> OptionBoard? {
    guard let option = option(path),
      let pros = list("\(path).pros", Column(.pro, of: option.id)),
      let cons = list("\(path).cons", Column(.con, of: option.id))
    else { return nil }
    return OptionBoard(option, pros: pros, cons: cons)
  }

  private func list(_ path: String, _ column: Column) -> ArgumentList? {
    var objects: [String] = []
    let isRead: Void? = try? database.forEach(
      "SELECT value FROM json_each(?, ?)", json, "\(path).arguments"
    ) { row in objects.append(try row.text(0, bytes: 1...ColumnLimits.event)) }
    guard isRead != nil, let newest = index("\(path).newest") else { return nil }
    let arguments = objects.compactMap { JSONObject($0, in: database)?.argument("$") }
    guard arguments.count == objects.count, arguments.allSatisfy({ $0.column == column }),
      Set(arguments.map(\.id)).count == arguments.count
    else { return nil }
    return ArgumentList(
      column, arguments: arguments, lastID: newest, updated: date("\(path).updated"),
      updatedBy: author("\(path).updatedBy"))
  }

  private func objection(_ path: String) -> Objection? {
    guard let id = id("\(path).id"), let words = text("\(path).text", 1...ColumnLimits.text),
      let author = author("\(path).author"), let created = date("\(path).created")
    else { return nil }
    var answer: Objection.Remark?
    if let reply = text("\(path).answer.text", 1...ColumnLimits.text) {
      guard let author = self.author("\(path).answer.author"),
        let date = date("\(path).answer.date"),
        let read = try? Objection.Remark(reply, author: author, date: date)
      else { return nil }
      answer = read
    }
    var closing: Objection.Closing?
    if let kind = texts["\(path).closing.kind"] {
      guard let kind = Objection.Closing.Kind(rawValue: kind),
        let author = self.author("\(path).closing.author"),
        let date = date("\(path).closing.date"),
        let read = try? Objection.Closing(kind, by: author, date: date)
      else { return nil }
      closing = read
    }
    return try? Objection(
      id: id, text: words, author: author, created: created, answer: answer, closing: closing)
  }

  private func todo(_ path: String) -> Todo? {
    guard let id = id("\(path).id"), let words = text("\(path).text", 1...ColumnLimits.text),
      let done = numbers["\(path).done"], let author = author("\(path).author"),
      let created = date("\(path).created"), let updated = date("\(path).updated")
    else { return nil }
    let due = texts["\(path).due"]
    guard due == nil || due.flatMap({ Day($0) }) != nil else { return nil }
    return try? Todo(
      id: id, text: words, isDone: done == 1, assignee: self.author("\(path).assignee"),
      due: due.flatMap { Day($0) }, author: author, created: created, updated: updated,
      updatedBy: self.author("\(path).updatedBy"))
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
      let author = author("\(path).author"), let date = date("\(path).date")
    else { return nil }
    let name = texts["\(path).outcome"]
    let outcome = name.flatMap { Choice(rawValue: $0) }
    guard name == nil || outcome != nil else { return nil }
    return try? Decision(
      outcome, title: title("\(path).title"), reason: reason, author: author, date: date,
      authority: texts["\(path).authority"].flatMap { Decision.Authority(rawValue: $0) } ?? .person,
      digest: texts["\(path).digest"], successor: topicID("\(path).successor"))
  }

  /// nil without one.
  private func rule(_ path: String) -> DecisionRule? {
    guard let autoClose = numbers["\(path).autoClose"] else { return nil }
    let asked = text("\(path).asked", 1...ColumnLimits.asked) ?? ""
    return try? DecisionRule(
      asked: asked.split(separator: "\n").map(String.init),
      quorum: texts["\(path).quorum"].flatMap { Quorum($0) }, deadline: date("\(path).deadline"),
      autoClose: autoClose == 1, objectionsBlock: numbers["\(path).objectionsBlock"] == 1,
      decidersResolve: numbers["\(path).decidersResolve"] == 1)
  }

  /// - Parameter topic: the one to which it must belong.
  private func post(_ path: String, of topic: Topic.ID) -> Post? {
    guard let id = text("\(path).id", 1...ColumnLimits.key), texts["\(path).topic"] == topic,
      let title = text("\(path).title", 1...Limits.postTitleBytes),
      let content = text("\(path).content", 1...Limits.postContentBytes),
      let author = author("\(path).author"), let created = date("\(path).created"),
      let updated = date("\(path).updated")
    else { return nil }
    return Post(
      id: id, topic: topic, title: title, content: content, author: author, created: created,
      updated: updated, updatedBy: self.author("\(path).updatedBy"))
  }
}
