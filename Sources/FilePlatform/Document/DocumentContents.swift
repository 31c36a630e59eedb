internal import Domain

/// Determines the contents of a document. People may leave out identifiers, authors and dates;
/// these are taken from the previous contents of the document, or else from its file.
struct DocumentContents {
  let id: Topic.ID
  let file: FileFacts
  let previous: TopicContent?
  let recorded: Board?

  /// - Parameters:
  ///   - previous: the contents when the document was last read; nil if it never was.
  ///   - recorded: the identifiers that an earlier run has assigned, as far as they are not known to
  ///     be in the document; nil if there are none.
  init(
    of id: Topic.ID, in file: FileFacts, after previous: TopicContent?, recorded: Board? = nil
  ) {
    self.id = id
    self.file = file
    self.previous = previous
    self.recorded = recorded
  }

  func read(_ document: Document) throws(DocumentFault) -> TopicContent {
    let options = try options(document)
    let names = OptionNames(options.elements.map { ($0.id, $0.option.title) })
    let board = Board(
      try topic(document, names),
      pros: try list(.pro, DocumentColumn(side: .pro), document),
      cons: try list(.con, DocumentColumn(side: .con), document),
      positions: try positions(document, names), options: options,
      objections: try objections(document), todos: try todos(document))
    return TopicContent(board, posts: try posts(document))
  }

  // MARK: Topic

  private func topic(
    _ document: Document, _ names: OptionNames
  ) throws(DocumentFault) -> Topic {
    let old = previous?.board.topic
    var (title, number) = (id, 1)
    var line: TitleLine?
    if let part = document.title, case .title(let found) = part.kind {
      (line, number) = (found, part.number)
      if !found.text.isEmpty { title = try text(found.text, number) }
    }
    do throws(TopicError) {
      title = try Topic.rightTitle(title)
    } catch {
      throw DocumentFault(line: number, reason: "the title \(error.reason)")
    }
    let created = line?.created ?? old?.created ?? file.modified
    let last = newer(
      LastChange(line?.updated ?? created, by: line?.updatedBy),
      than: old.map { (LastChange($0.updated, by: $0.updatedBy), $0.title == title) })
    let (decision, rule, round) = try decision(document, names)
    return Topic(
      id: id, title: title, created: created, updated: last.date, updatedBy: last.editor,
      decision: decision, rule: rule, round: round)
  }

  /// Returns the last change of something that a person may have changed without its date. It is not
  /// known who that was.
  ///
  /// - Parameter old: the previous change, and whether nothing has changed since.
  func newer(
    _ change: LastChange, than old: (change: LastChange, isSame: Bool)?
  ) -> LastChange {
    guard let old, old.change.date >= change.date else { return change }
    return old.isSame ? old.change : LastChange(file.modified.after(old.change.date), by: nil)
  }

  // MARK: Arguments

  func list(
    _ column: Column, _ place: DocumentColumn, _ document: Document
  ) throws(DocumentFault) -> ArgumentList {
    let old = previous?.board[column]
    let parts = document.arguments(place)
    guard parts.count <= Limits.argumentsPerSide else {
      throw DocumentFault(
        line: document.parts[parts[Limits.argumentsPerSide].index].number,
        reason: "a side has at most \(Limits.argumentsPerSide) arguments")
    }
    let state = document.state(place)
    let assigned = old ?? recorded?[column]
    var ids = Identifiers(
      parts.map(\.line.label?.id), last: max(state?.lastID ?? 0, assigned?.lastID ?? 0),
      known: (assigned?.arguments ?? []).map { ($0.id, $0.text) })
    var arguments: [Argument] = []
    for (index, line) in parts {
      let number = document.parts[index].number
      let text = try argumentText(line, number)
      let id = ids.next(line.label?.id, text)
      arguments.append(
        try argument(
          column, id, text, line, document.parts[index],
          before: old?.arguments.first { $0.id == id }))
    }
    var last =
      state.flatMap { state in state.updated.map { LastChange($0, by: state.updatedBy) } }
      ?? arguments.newest.map { LastChange($0.updated, by: $0.updatedBy) }
    if let old, let date = old.updated {
      let before = LastChange(date, by: old.updatedBy)
      last = newer(last ?? before, than: (before, old.arguments == arguments))
    } else if ids.last > 0 {
      last = last ?? LastChange(file.modified, by: nil)
    }
    return ArgumentList(
      column, arguments: arguments, lastID: ids.last, updated: last?.date, updatedBy: last?.editor)
  }

  private func argumentText(
    _ line: ArgumentLine, _ number: Int
  ) throws(DocumentFault) -> String {
    let text = try text(line.text, number)
    do throws(BoardError) {
      return try Argument.rightText(text)
    } catch {
      throw DocumentFault(line: number, reason: "the text \(error.reason)")
    }
  }

  private func argument(
    _ column: Column, _ id: Argument.ID, _ text: String, _ line: ArgumentLine,
    _ part: Document.Part, before: Argument?
  ) throws(DocumentFault) -> Argument {
    let created = line.label?.created ?? before?.created ?? file.modified
    let author = line.label?.author ?? before?.author ?? file.owner
    let supporters = line.label?.supporters ?? before?.supporters ?? []
    let comments = try comments(part, before: before?.comments ?? [])
    let make = { (last: LastChange) throws(BoardError) -> Argument in
      try Argument(
        id: id, side: column, text: text, weight: line.weight, author: author, created: created,
        updated: last.date, updatedBy: last.editor,
        supporters: try Argument.rightSupporters(supporters), comments: comments)
    }
    do throws(BoardError) {
      let written = LastChange(line.label, orAdded: created, by: author)
      let argument = try make(written)
      let isSame = before.map { $0.text == argument.text && $0.weight == argument.weight }
      let last = newer(
        written,
        than: before.map { (LastChange($0.updated, by: $0.updatedBy), isSame == true) })
      return last == written ? argument : try make(last)
    } catch {
      throw DocumentFault(line: part.number, reason: "the text \(error.reason)")
    }
  }

  // MARK: Posts

  private func posts(_ document: Document) throws(DocumentFault) -> [Post] {
    let found = document.posts
    guard found.count <= Limits.postsPerTopic else {
      throw DocumentFault(
        line: document.parts[found[Limits.postsPerTopic].index].number,
        reason: "a topic has at most \(Limits.postsPerTopic) posts")
    }
    let known = Dictionary(
      (previous?.posts ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var ids = PostIdentifiers(
      of: self.id, found.compactMap(\.line.label?.id), known: previous?.posts ?? [])
    var posts: [Post] = []
    for (index, line) in found {
      let (title, content) = try words(document.parts[index], line)
      let id = ids.next(line.label?.id, title, at: line.label?.created ?? file.modified)
      let old = known[id]
      let created = line.label?.created ?? old?.created ?? file.modified
      let author = line.label?.author ?? old?.author ?? file.owner
      let isSame = old.map { $0.title == title && $0.content == content } ?? false
      let last = newer(
        LastChange(line.label, orAdded: created, by: author),
        than: old.map { (LastChange($0.updated, by: $0.updatedBy), isSame) })
      posts.append(
        Post(
          id: id, topic: self.id, title: title, content: content, author: author, created: created,
          updated: last.date, updatedBy: last.editor))
    }
    return posts
  }

  private func words(
    _ part: Document.Part, _ line: PostLine
  ) throws(DocumentFault) -> (title: String, content: String) {
    let title = try text(line.title, part.number)
    guard let content = PostLines.content(part.more) else {
      throw DocumentFault(line: part.number, reason: "the post that begins here is not UTF-8")
    }
    do throws(PostError) {
      let title = title.isEmpty ? title : try Post.rightTitle(title)
      let isEmpty = content.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      return (title, isEmpty ? "" : try Post.rightContent(content))
    } catch {
      throw DocumentFault(line: part.number, reason: "the post that begins here \(error.reason)")
    }
  }

  func text(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(DocumentFault) -> String {
    guard let text = bytes.string else {
      throw DocumentFault(line: number, reason: "the line is not UTF-8")
    }
    return text
  }
}

/// When something was last changed, and who has done it; nil if that is not known.
struct LastChange: Equatable {
  let date: Timestamp
  let editor: String?

  init(_ date: Timestamp, by editor: String?) {
    self.date = date
    self.editor = editor
  }

  /// The change in a label; without one, the addition.
  init(_ label: Label?, orAdded created: Timestamp, by author: String) {
    if let label, let updated = label.updated {
      self.init(updated, by: label.updatedBy)
    } else {
      self.init(created, by: author)
    }
  }
}
