internal import Domain

// Determining the options, comments, objections and todos that a document has.

extension DocumentContents {
  // MARK: Options

  func options(_ document: Document) throws(DocumentFault) -> CountedList<OptionBoard> {
    let lines = document.options
    guard lines.count <= Limits.options else {
      throw DocumentFault(
        line: document.parts[lines[Limits.options].index].number,
        reason: "a topic has at most \(Limits.options) options")
    }
    let known = previous?.board.options ?? recorded?.options
    var ids = Identifiers(
      lines.map(\.line.label?.id), last: max(document.lastID(.options) ?? 0, known?.lastID ?? 0),
      known: (known?.elements ?? []).map { ($0.id, $0.option.title) })
    var boards: [OptionBoard] = []
    for (number, (index, line)) in lines.enumerated() {
      let words = try text(line.title, document.parts[index].number)
      // Its rules are those of the title of a topic, and broken ones are reported below.
      let title = (try? Topic.rightTitle(words)) ?? words
      let option = try option(
        ids.next(line.label?.id, title), title, line, document, number: number,
        line: document.parts[index].number)
      let (pro, con) = (Column(.pro, of: option.id), Column(.con, of: option.id))
      boards.append(
        OptionBoard(
          option,
          pros: try list(pro, DocumentColumn(side: .pro, option: number), document),
          cons: try list(con, DocumentColumn(side: .con, option: number), document)))
    }
    return CountedList(boards, lastID: ids.last)
  }

  private func option(
    _ id: Option.ID, _ title: String, _ line: OptionLine, _ document: Document, number: Int,
    line lineNumber: Int
  ) throws(DocumentFault) -> Option {
    let before = previous?.board.options[id]?.option
    let lines = document.optionText(number)
    let text =
      lines.isEmpty
      ? nil
      : try text(
        OptionText.text(lines.map { document.parts[$0].line.text }),
        document.parts[lines[0]].number)
    let created = line.label?.created ?? before?.created ?? file.modified
    let author = line.label?.author ?? before?.author ?? file.owner
    let make = { (last: LastChange) throws(BoardError) in
      try Option(
        id: id, title: title, text: text, author: author, created: created, updated: last.date,
        updatedBy: last.editor)
    }
    do throws(BoardError) {
      let written = LastChange(line.label, orAdded: created, by: author)
      let option = try make(written)
      let last = newer(
        written,
        than: before.map { before in
          (
            LastChange(before.updated, by: before.updatedBy),
            (before.title, before.text) == (option.title, option.text)
          )
        })
      return last == written ? option : try make(last)
    } catch {
      let isText = if case .invalid(.optionText) = error { true } else { false }
      throw DocumentFault(
        line: isText ? document.parts[lines[0]].number : lineNumber,
        reason: "the option \(error.reason)")
    }
  }

  /// Returns the text as it is stored; one that breaks a rule stays as it is, and is reported later.
  private func trimmed(_ text: String) -> String { (try? Argument.rightText(text)) ?? text }

  // MARK: Comments

  func comments(
    _ part: Document.Part, before: [Comment]
  ) throws(DocumentFault) -> [Comment] {
    guard !part.nested.isEmpty else { return [] }
    guard part.nested.count <= Limits.comments else {
      throw DocumentFault(
        line: part.number(ofNested: Limits.comments),
        reason: "an argument has at most \(Limits.comments) comments")
    }
    var ids = Identifiers(
      part.nested.map(\.line.id), last: 0, known: before.map { ($0.id, $0.text) })
    var comments: [Comment] = []
    for (place, (_, line)) in part.nested.enumerated() {
      let number = part.number(ofNested: place)
      let text = trimmed(try text(line.text, number))
      do throws(BoardError) {
        comments.append(
          try Comment(
            id: ids.next(line.id, text), text: text, author: line.author ?? file.owner,
            created: line.date ?? file.modified))
      } catch {
        throw DocumentFault(line: number, reason: "the comment \(error.reason)")
      }
    }
    return comments
  }

  // MARK: Objections

  func objections(_ document: Document) throws(DocumentFault) -> CountedList<Objection> {
    let lines = document.objections
    guard lines.count <= Limits.objections else {
      throw DocumentFault(
        line: document.parts[lines[Limits.objections].index].number,
        reason: "a topic has at most \(Limits.objections) objections")
    }
    let known = previous?.board.objections ?? recorded?.objections
    var ids = Identifiers(
      lines.map(\.line.label?.id),
      last: max(document.lastID(.objections) ?? 0, known?.lastID ?? 0),
      known: (known?.elements ?? []).map { ($0.id, $0.text) })
    var objections: [Objection] = []
    for (index, line) in lines {
      let part = document.parts[index]
      let text = trimmed(try text(line.text, part.number))
      let id = ids.next(line.label?.id, text)
      let before = previous?.board.objections[id]
      let answer = try answer(part, before: before?.answer)
      let closing = try closing(part, before: before?.closing)
      do throws(BoardError) {
        objections.append(
          try Objection(
            id: id, text: text, author: line.label?.author ?? before?.author ?? file.owner,
            created: line.label?.created ?? before?.created ?? file.modified, answer: answer,
            closing: closing))
      } catch {
        throw DocumentFault(line: part.number, reason: "the objection \(error.reason)")
      }
    }
    return CountedList(objections, lastID: ids.last)
  }

  private func answer(
    _ part: Document.Part, before: Objection.Remark?
  ) throws(DocumentFault) -> Objection.Remark? {
    guard let (line, number) = try part.reply(isAnswer: true) else { return nil }
    let text = try text(line.text, number)
    let same = before.flatMap { $0.text == text ? $0 : nil }
    do throws(BoardError) {
      return try Objection.Remark(
        text, author: line.author ?? same?.author ?? file.owner,
        date: line.date ?? same?.date ?? file.modified)
    } catch {
      throw DocumentFault(line: number, reason: "the answer \(error.answerReason)")
    }
  }

  private func closing(
    _ part: Document.Part, before: Objection.Closing?
  ) throws(DocumentFault) -> Objection.Closing? {
    guard let (line, number) = try part.reply(isAnswer: false),
      case .closing(let kind) = line.kind
    else { return nil }
    let same = before.flatMap { $0.kind == kind ? $0 : nil }
    do throws(BoardError) {
      return try Objection.Closing(
        kind, by: line.author ?? same?.author ?? file.owner,
        date: line.date ?? same?.date ?? file.modified)
    } catch {
      throw DocumentFault(line: number, reason: "the end of the objection \(error.reason)")
    }
  }

  // MARK: Todos

  func todos(_ document: Document) throws(DocumentFault) -> CountedList<Todo> {
    let lines = document.todos
    guard lines.count <= Limits.todos else {
      throw DocumentFault(
        line: document.parts[lines[Limits.todos].index].number,
        reason: "a topic has at most \(Limits.todos) todos")
    }
    let known = previous?.board.todos ?? recorded?.todos
    var ids = Identifiers(
      lines.map(\.line.label?.id), last: max(document.lastID(.todos) ?? 0, known?.lastID ?? 0),
      known: (known?.elements ?? []).map { ($0.id, $0.text) })
    var todos: [Todo] = []
    for (index, line) in lines {
      let number = document.parts[index].number
      let text = trimmed(try text(line.text, number))
      let id = ids.next(line.label?.id, text)
      do throws(BoardError) {
        todos.append(try todo(id, text, line))
      } catch {
        throw DocumentFault(line: number, reason: "the todo \(error.reason)")
      }
    }
    return CountedList(todos, lastID: ids.last)
  }

  private func todo(
    _ id: Todo.ID, _ text: String, _ line: TodoLine
  ) throws(BoardError) -> Todo {
    let before = previous?.board.todos[id]
    let created = line.label?.created ?? before?.created ?? file.modified
    let author = line.label?.author ?? before?.author ?? file.owner
    let make = { (last: LastChange) throws(BoardError) in
      try Todo(
        id: id, text: text, isDone: line.isDone, assignee: line.assignee, due: line.due,
        author: author, created: created, updated: last.date, updatedBy: last.editor)
    }
    let written = LastChange(line.label, orAdded: created, by: author)
    let todo = try make(written)
    let last = newer(
      written,
      than: before.map { before in
        (
          LastChange(before.updated, by: before.updatedBy),
          (before.text, before.isDone, before.assignee, before.due)
            == (todo.text, todo.isDone, todo.assignee, todo.due)
        )
      })
    return last == written ? todo : try make(last)
  }
}

extension Document.Part {
  /// The number of the line of a nested item.
  func number(ofNested place: Int) -> Int { number + 1 + nested[place].index }

  /// Returns the answer to an objection, or its end, with the number of the line; nil if there is none.
  func reply(isAnswer: Bool) throws(DocumentFault) -> (line: NestedLine, number: Int)? {
    let places = nested.indices.filter { (nested[$0].line.kind == .answer) == isAnswer }
    guard let first = places.first else { return nil }
    if places.count > 1 {
      throw DocumentFault(
        line: number(ofNested: places[1]),
        reason: "the objection has a second \(isAnswer ? "answer" : "end"); the first is on line "
          + "\(number(ofNested: first))")
    }
    return (nested[first].line, number(ofNested: first))
  }
}
