internal import BoxWire
internal import Domain

// What a topic has of its decision, and the positions of people, as values and in events.

extension Decision {
  convenience init(_ object: StoredObject) throws(LayoutFault) {
    do {
      try self.init(
        object.optional("outcome", "must be yes, no or the identifier of an option") {
          Choice(rawValue: $0)
        }, title: object.optionalText("title"), reason: object.text("reason"),
        author: object.person(), date: object.date("date"),
        authority: object.optional("authority", "must be person, override or rule") {
          Authority(rawValue: $0)
        } ?? .person,
        digest: object.optional("digest", "must be 16 hexadecimal digits") {
          Decision.isDigest($0) ? $0 : nil
        }, successor: object.optionalTopic("successor"))
    } catch {
      throw object.fault(of: error)
    }
  }

  var json: JSONText {
    JSONText([
      ("outcome", .text(outcome?.rawValue)), ("title", .text(title)), ("reason", JSONText(reason)),
      ("author", JSONText(author)), ("date", .date(date)),
      ("authority", authority == .person ? nil : JSONText(authority.rawValue)),
      ("digest", .text(digest)), ("successor", .text(successor)),
    ])
  }
}

extension DecisionRule {
  convenience init(_ object: StoredObject) throws(LayoutFault) {
    do {
      try self.init(
        asked: object.texts("asked"),
        quorum: object.optional(
          "quorum", "must be a number such as \"3\", or a share such as \"60%\""
        ) { Quorum($0) }, deadline: object.optionalDate("deadline"),
        autoClose: object.flag("autoClose"), objectionsBlock: object.flag("objectionsBlock"),
        decidersResolve: object.flag("decidersResolve"))
    } catch {
      throw object.fault(of: error)
    }
  }

  var json: JSONText {
    JSONText([
      ("asked", .unlessEmpty(asked)), ("quorum", .text(quorum?.text)),
      ("deadline", deadline.map { JSONText($0) }), ("autoClose", .ifTrue(autoClose)),
      ("objectionsBlock", .ifTrue(objectionsBlock)), ("decidersResolve", .ifTrue(decidersResolve)),
    ])
  }
}

extension Position {
  init(_ object: StoredObject) throws(LayoutFault) {
    self = try object.reading {
      let name = try object.text("choice")
      guard Position.isName(name) else {
        throw object.fault("choice", "must be yes, no, abstain or the identifier of an option")
      }
      return try Position(
        person: object.person("person"), choice: Choice(rawValue: name),
        sentence: object.optionalText("sentence"), date: object.date("taken"))
    }
  }

  /// The value of `positions/PERSON`.
  var value: [UInt8] { json.bytes }

  var json: JSONText {
    JSONText([
      ("person", JSONText(person)), ("choice", JSONText(name)), ("sentence", .text(sentence)),
      ("taken", .date(date)),
    ])
  }
}
