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
    var fields = DecisionFields()
    for part in document.parts {
      switch part.kind {
      case .title(let title): drafts.append(TopicDraft(title))
      case .heading:
        try drafts.takeDecision(from: &fields)
        if let heading = Heading(part.line.text) { drafts.append(TopicDraft(TitleLine(heading))) }
      case .argument(let line, let section):
        guard let last = drafts.indices.last else { throw DocumentFault(untitled: part) }
        switch section {
        case .pros: drafts[last].pros.append(TopicDraft.ArgumentDraft(line))
        case .cons: drafts[last].cons.append(TopicDraft.ArgumentDraft(line))
        case .decision, .positions, .posts: break
        }
      case .field(let line):
        guard !drafts.isEmpty else { throw DocumentFault(untitled: part) }
        try fields.add(line, part.number)
      case .position(let line):
        guard let last = drafts.indices.last else { throw DocumentFault(untitled: part) }
        drafts[last].positions.append(TopicDraft.PositionDraft(line))
      case .post(let line):
        guard let last = drafts.indices.last else { throw DocumentFault(untitled: part) }
        drafts[last].posts.append(TopicDraft.PostDraft(line, part))
      case .section, .other: break
      }
    }
    try drafts.takeDecision(from: &fields)
    return drafts
  }
}

extension [TopicDraft] {
  /// Gives the last topic the decision whose fields were read.
  fileprivate mutating func takeDecision(
    from fields: inout DecisionFields
  ) throws(DocumentFault) {
    guard let last = indices.last else { return }
    self[last].decision = try fields.decision()
    self[last].rule = try fields.rule()
    self[last].round = try fields.round()
    fields = DecisionFields()
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
  fileprivate init(_ line: ArgumentLine) {
    self.init(
      id: line.label?.id, text: line.text.text, weight: line.weight, author: line.label?.author,
      created: line.label?.created, updated: line.label?.updated, updatedBy: line.label?.updatedBy,
      supporters: line.label?.supporters ?? [])
  }
}

extension TopicDraft.PositionDraft {
  fileprivate init(_ line: PositionLine) {
    self.init(
      person: line.person, choice: line.choice, sentence: line.sentence?.text, date: line.date)
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
