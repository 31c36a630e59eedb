internal import BoxWire
internal import Domain

// What a topic has of its decision, and the positions of people, as values and in events.

extension Decision {
  convenience init(_ object: StoredObject) throws(ValueFault) {
    let outcome: Choice? = try object.optionalCase(
      "outcome", "yes, no or the identifier of an option")
    let (title, reason) = (try object.optionalText("title"), try object.text("reason"))
    let (author, date) = (try object.person(), try object.date("date"))
    let authority: Authority? = try object.optionalCase("authority", "person, override or rule")
    let digest = try object.optionalText("digest")
    guard digest.map({ Decision.isDigest($0) }) ?? true else {
      throw object.fault("digest", "must be 16 hexadecimal digits")
    }
    let successor = try object.optionalTopic("successor")
    do throws(BoardError) {
      try self.init(
        outcome, title: title, reason: reason, author: author, date: date,
        authority: authority ?? .person, digest: digest, successor: successor)
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
  convenience init(_ object: StoredObject) throws(ValueFault) {
    let (asked, text) = (try object.texts("asked"), try object.optionalText("quorum"))
    let quorum = text.flatMap { Quorum($0) }
    guard text == nil || quorum != nil else {
      throw object.fault("quorum", "must be a number such as \"3\", or a share such as \"60%\"")
    }
    let (deadline, autoClose) = (try object.optionalDate("deadline"), try object.flag("autoClose"))
    let (blocks, resolve) = (
      try object.flag("objectionsBlock"), try object.flag("decidersResolve")
    )
    do throws(BoardError) {
      try self.init(
        asked: asked, quorum: quorum, deadline: deadline, autoClose: autoClose,
        objectionsBlock: blocks, decidersResolve: resolve)
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
  init(_ object: StoredObject) throws(ValueFault) {
    let (person, name) = (try object.person("person"), try object.text("choice"))
    guard Position.isName(name) else {
      throw object.fault("choice", "must be yes, no, abstain or the identifier of an option")
    }
    let (sentence, date) = (try object.optionalText("sentence"), try object.date("taken"))
    self = try object.applying { () throws(BoardError) in
      try Position(
        person: person, choice: Choice(rawValue: name), sentence: sentence, date: date)
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
