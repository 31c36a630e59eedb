internal import Domain

/// Determines the contents of a document. People may leave out identifiers, authors and dates;
/// these are taken from the previous contents of the document, or else from its file.
struct DocumentContents {
  private let id: Topic.ID
  private let file: FileFacts
  private let previous: TopicContent?
  private let recorded: Board?

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
    let board = Board(
      try topic(document), pros: try list(.pro, document), cons: try list(.con, document))
    return TopicContent(board, posts: try posts(document))
  }

  // MARK: Topic

  private func topic(_ document: Document) throws(DocumentFault) -> Topic {
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
    let updated = newer(
      line?.updated ?? created, old: old.map { ($0.updated, $0.title == title) })
    return Topic(id: id, title: title, created: created, updated: updated)
  }

  /// Returns the date of the last change of something that a person may have changed without its
  /// date.
  ///
  /// - Parameter old: the date of the previous change, and whether nothing has changed since.
  private func newer(_ date: Timestamp, old: (date: Timestamp, isSame: Bool)?) -> Timestamp {
    guard let old, old.date >= date else { return date }
    return old.isSame ? old.date : file.modified.after(old.date)
  }

  // MARK: Arguments

  private func list(_ side: Side, _ document: Document) throws(DocumentFault) -> ArgumentList {
    let old = previous?.board[side]
    let parts = document.arguments(side)
    guard parts.count <= Limits.argumentsPerSide else {
      throw DocumentFault(
        line: document.parts[parts[Limits.argumentsPerSide].index].number,
        reason: "a side has at most \(Limits.argumentsPerSide) arguments")
    }
    let state = document.state(side)
    let assigned = old ?? recorded?[side]
    var ids = Identifiers(
      parts.map(\.line.label?.id), last: max(state?.lastID ?? 0, assigned?.lastID ?? 0),
      known: assigned?.arguments ?? [])
    var arguments: [Argument] = []
    for (index, line) in parts {
      let number = document.parts[index].number
      let text = try argumentText(line, number)
      let id = ids.next(line.label?.id, text)
      arguments.append(
        try argument(
          side, id, text, line, before: old?.arguments.first { $0.id == id }, number))
    }
    var updated = state?.updated ?? arguments.map(\.updated).max()
    if let old, let before = old.updated {
      updated = newer(updated ?? before, old: (before, old.arguments == arguments))
    } else if ids.last > 0 {
      updated = updated ?? file.modified
    }
    return ArgumentList(side, arguments: arguments, lastID: ids.last, updated: updated)
  }

  private func argumentText(
    _ line: ArgumentLine, _ number: Int
  ) throws(DocumentFault) -> String {
    let text = try text(line.text, number)
    do throws(ArgumentError) {
      return try Argument.rightText(text)
    } catch {
      throw DocumentFault(line: number, reason: "the text \(error.reason)")
    }
  }

  private func argument(
    _ side: Side, _ id: Argument.ID, _ text: String, _ line: ArgumentLine, before: Argument?,
    _ number: Int
  ) throws(DocumentFault) -> Argument {
    let created = line.label?.created ?? before?.created ?? file.modified
    let make = { (updated: Timestamp) throws(ArgumentError) -> Argument in
      try Argument(
        id: id, side: side, text: text, weight: line.weight,
        author: line.label?.author ?? before?.author ?? file.owner, created: created,
        updated: updated)
    }
    do throws(ArgumentError) {
      let argument = try make(line.label?.updated ?? created)
      let isSame = before.map { $0.text == argument.text && $0.weight == argument.weight }
      let updated = newer(argument.updated, old: before.map { ($0.updated, isSame == true) })
      return updated == argument.updated ? argument : try make(updated)
    } catch {
      throw DocumentFault(line: number, reason: "the text \(error.reason)")
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
      let isSame = old.map { $0.title == title && $0.content == content } ?? false
      posts.append(
        Post(
          id: id, topic: self.id, title: title, content: content,
          author: line.label?.author ?? old?.author ?? file.owner, created: created,
          updated: newer(line.label?.updated ?? created, old: old.map { ($0.updated, isSame) })))
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

  private func text(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(DocumentFault) -> String {
    guard let text = bytes.string else {
      throw DocumentFault(line: number, reason: "the line is not UTF-8")
    }
    return text
  }
}
