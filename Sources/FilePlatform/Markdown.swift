package import Domain

/// Topics as Markdown, in the form of the documents, for export and import.
package enum Markdown {
  /// Returns the document of a topic.
  package static func text(of content: TopicContent) -> String {
    String(decoding: Document(content).bytes, as: UTF8.self)
  }

  /// Returns the topics of a text, each of which begins with a heading of level 1. The rules have
  /// not been applied yet.
  ///
  /// - Throws: `DocumentFault` if the text cannot be understood.
  package static func drafts(in text: String) throws(DocumentFault) -> [TopicDraft] {
    let document = try Document(Array(text.utf8))
    var drafts: [TopicDraft] = []
    var current: DraftedTopic?
    for part in document.parts {
      var title: TitleLine?
      switch part.kind {
      case .title(let line): title = line
      case .heading: title = Heading(part.line.text).map(TitleLine.init)
      default: try current.add(part)
      }
      guard let title else { continue }
      if let current { drafts.append(try current.draft()) }
      current = DraftedTopic(title)
    }
    if let current { drafts.append(try current.draft()) }
    return drafts
  }
}

/// A topic while its parts are read. What names an option is understood at the end.
private struct DraftedTopic {
  private var topic: TopicDraft
  private var fields = DecisionFields()
  private var positions: [(line: PositionLine, number: Int)] = []
  /// For each option, the lines of its text.
  private var texts: [[ArraySlice<UInt8>]] = []

  init(_ title: TitleLine) {
    topic = TopicDraft(title)
  }

  mutating func add(_ part: Document.Part) throws(DocumentFault) {
    switch part.kind {
    case .option(let line, _):
      topic.options.append(TopicDraft.OptionDraft(line))
      texts.append([])
    case .optionText: texts[texts.count - 1].append(part.line.text)
    case .argument(let line, let column):
      let argument = TopicDraft.ArgumentDraft(line, part)
      // The last one: options follow each other.
      let option = column.option.flatMap { _ in topic.options.indices.last }
      switch (column.side, option) {
      case (.pro, nil): topic.pros.append(argument)
      case (.con, nil): topic.cons.append(argument)
      case (.pro, let option?): topic.options[option].pros.append(argument)
      case (.con, let option?): topic.options[option].cons.append(argument)
      }
    case .field(let line): try fields.add(line, part.number)
    case .position(let line): positions.append((line, part.number))
    case .objection(let line):
      topic.objections.append(try TopicDraft.ObjectionDraft(line, part))
    case .todo(let line): topic.todos.append(TopicDraft.TodoDraft(line))
    case .post(let line): topic.posts.append(TopicDraft.PostDraft(line, part))
    case .title, .heading, .section, .side, .subheading, .other: break
    }
  }

  /// Returns the topic, all of whose options have identifiers.
  func draft() throws(DocumentFault) -> TopicDraft {
    var draft = topic
    var ids = Identifiers(topic.options.map(\.id), last: 0, known: [])
    for (index, option) in topic.options.enumerated() {
      draft.options[index].id = ids.next(option.id, option.title)
      if !texts[index].isEmpty { draft.options[index].text = OptionText.text(texts[index]).text }
    }
    let names = OptionNames(draft.options.map { ($0.id ?? "", $0.title) })
    draft.positions = try positions.map { line, number throws(DocumentFault) in
      let (choice, sentence) = try line.meaning(names, number)
      return TopicDraft.PositionDraft(
        person: line.person, choice: choice, sentence: sentence?.text, date: line.date)
    }
    draft.decision = try fields.decision(names)
    draft.rule = try fields.rule()
    draft.round = try fields.round()
    return draft
  }
}

extension DraftedTopic? {
  /// Adds a part, for which there must be a topic if it means anything.
  fileprivate mutating func add(_ part: Document.Part) throws(DocumentFault) {
    switch (self, part.kind) {
    case (.some, _): try self?.add(part)
    case (nil, .section), (nil, .side), (nil, .subheading), (nil, .optionText), (nil, .other): break
    case (nil, _): throw DocumentFault(untitled: part)
    }
  }
}

extension DocumentFault {
  fileprivate init(untitled part: Document.Part) {
    self.init(line: part.number, reason: "a topic begins with its title, such as # Which editor?")
  }
}

extension TopicDraft {
  fileprivate init(_ line: TitleLine) {
    self.init(title: line.text.text, created: line.created)
  }
}

extension TopicDraft.ArgumentDraft {
  fileprivate init(_ line: ArgumentLine, _ part: Document.Part) {
    self.init(
      id: line.label?.id, text: line.text.text, weight: line.weight, author: line.label?.author,
      created: line.label?.created, updated: line.label?.updated, updatedBy: line.label?.updatedBy,
      supporters: line.label?.supporters ?? [],
      comments: part.nested.map { _, line in
        TopicDraft.CommentDraft(text: line.text.text, author: line.author, created: line.date)
      })
  }
}

extension TopicDraft.OptionDraft {
  fileprivate init(_ line: OptionLine) {
    self.init(
      id: line.label?.id, title: line.title.text, author: line.label?.author,
      created: line.label?.created, updated: line.label?.updated, updatedBy: line.label?.updatedBy)
  }
}

extension TopicDraft.ObjectionDraft {
  fileprivate init(_ line: ObjectionLine, _ part: Document.Part) throws(DocumentFault) {
    let answer = try part.reply(isAnswer: true)?.line
    let closing = try part.reply(isAnswer: false)?.line
    self.init(
      id: line.label?.id, text: line.text.text, author: line.label?.author,
      created: line.label?.created,
      answer: answer.map { line in
        TopicDraft.RemarkDraft(text: line.text.text, author: line.author, date: line.date)
      },
      closing: closing.flatMap { line in
        guard case .closing(let kind) = line.kind else { return nil }
        return TopicDraft.ClosingDraft(kind, author: line.author, date: line.date)
      })
  }
}

extension TopicDraft.TodoDraft {
  fileprivate init(_ line: TodoLine) {
    self.init(
      id: line.label?.id, text: line.text.text, isDone: line.isDone, assignee: line.assignee,
      due: line.due, author: line.label?.author, created: line.label?.created,
      updated: line.label?.updated, updatedBy: line.label?.updatedBy)
  }
}

extension TopicDraft.PostDraft {
  fileprivate init(_ line: PostLine, _ part: Document.Part) {
    self.init(
      title: line.title.text, content: PostLines.content(part.more) ?? "",
      author: line.label?.author, created: line.label?.created, updated: line.label?.updated,
      updatedBy: line.label?.updatedBy)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as text, of which they are a part that begins and ends between two characters.
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
