internal import Domain

/// Reads the topic of a record.
struct RecordReader {
  let text: RecordText
  var draft = TopicDraft(title: "")
  var options = RecordOptions()
  var fields: RecordFields
  private var posts: [(line: Int, post: TopicDraft.PostDraft)] = []
  private var notes: [String] = []
  private var noted: Set<String> = []

  init(_ text: RecordText) {
    self.text = text
    fields = text.fields
  }

  /// - Throws: `DocumentFault` if there is no title.
  mutating func read() throws(DocumentFault) -> (draft: TopicDraft, notes: [String]) {
    var sections = RecordSection.all(in: text.blocks[...], 0..<text.lines.count, to: 2)
    try readTitle(&sections)
    readContext(&sections)
    let outcomes = take(.outcome, from: &sections)
    for section in take(.options, from: &sections) { readOptions(section) }
    for section in take(.comparison, from: &sections) { readComparison(section) }
    for section in take(.status, from: &sections) { readStatus(section) }
    let consequences = [.consequences, .good, .bad].flatMap { take($0, from: &sections) }
    readOutcome(outcomes, consequences)
    for section in sections { becomePost(section) }
    takeAnswers()
    draft.options = options.options
    draft.posts = posts.sorted { $0.line < $1.line }.map(\.post)
    noteRest()
    return (draft, notes)
  }

  private func take(
    _ name: RecordSection.Name, from sections: inout [RecordSection]
  ) -> [RecordSection] {
    let taken = sections.filter { $0.level == 2 && $0.name == name }
    sections.removeAll { $0.level == 2 && $0.name == name }
    return taken
  }

  // MARK: Title and context

  private mutating func readTitle(_ sections: inout [RecordSection]) throws(DocumentFault) {
    if let index = sections.firstIndex(where: { $0.level == 1 }) {
      draft.title = sections[index].heading
    } else if let title = fields["title"] {
      draft.title = title.text
      fields.remove("title")
    } else {
      throw DocumentFault(
        line: 1, reason: "a record begins with its title, such as # Which database?")
    }
  }

  /// Reads what is before the first section, where older records have their fields, and the context.
  private mutating func readContext(_ sections: inout [RecordSection]) {
    let start = sections.firstIndex { $0.level == 2 } ?? sections.count
    let title = sections[..<start].firstIndex { $0.level == 1 }
    var beginning: [RecordBlock] = []
    for section in sections[...(title ?? 0)] {
      beginning += section.blocks.filter { !takeField($0) }
    }
    sections.removeSubrange(...(title ?? 0))
    let contexts = take(.context, from: &sections).filter {
      !RecordSection.isTitle($0.blocks, draft.title)
    }
    let content = [raw(beginning)] + contexts.map { text.raw($0.lines) }
    if content.contains(where: { !$0.isEmpty }) { note("the context became a post") }
    addPost("Context and Problem Statement", content, at: 0)
  }

  /// Reads an item such as `Status: accepted`. Returns false for any other.
  private mutating func takeField(_ block: RecordBlock) -> Bool {
    guard block.kind == .item, block.more.isEmpty, let colon = block.text.firstIndex(of: ":") else {
      return false
    }
    let name = RecordTitle.key(block.text[..<colon].string)
    let value = RecordMarkup.plain(
      block.text[(colon + 1)...].drop { $0.isBlank || $0.isEmphasis })
    guard ["status", "date", "deciders", "decision-makers"].contains(name), fields[name] == nil
    else { return false }
    fields.add(RecordFields.Field(name: name, values: [value], isPlain: true))
    return true
  }

  private mutating func readStatus(_ section: RecordSection) {
    if fields["status"] == nil, section.blocks.count == 1, let block = section.blocks.first,
      block.kind == .paragraph
    {
      let value = RecordMarkup.plain(block.text)
      fields.add(RecordFields.Field(name: "status", values: [value], isPlain: true))
    } else {
      becomePost(section)
    }
  }

  // MARK: Options

  private mutating func readOptions(_ section: RecordSection) {
    var others: [RecordBlock] = []
    for block in section.blocks {
      guard block.kind == .item, !block.text.isEmpty else {
        others.append(block)
        continue
      }
      let (title, rest) = RecordTitle.divided(RecordMarkup.plain(block.text))
      let more = [rest ?? "", RecordMarkup.plain(block.more)].filter { !$0.isEmpty }
      _ = options.add(title, text: more.isEmpty ? nil : more.joined(separator: " "))
    }
    becomePost(section, others, "what is not an option")
  }

  private mutating func readComparison(_ section: RecordSection) {
    let parts = RecordSection.all(in: section.blocks, section.lines, to: 3)
    becomePost(section, Array(parts[0].blocks), "what is not about an option")
    let isListed = !options.options.isEmpty
    for part in parts.dropFirst() {
      if let index = options.index(of: part.heading) {
        let title = options[index].title
        if RecordTitle.key(part.heading).utf8.count > RecordTitle.key(title).utf8.count {
          note("the section \"\(part.heading)\" is about \"\(title)\"")
        }
        readOption(index, part)
        continue
      }
      let (title, more) = RecordTitle.divided(part.heading)
      readOption(options.add(title, text: more), part)
      if isListed {
        note("the option \"\(title)\" is not among the considered options; it was added")
      }
    }
  }

  private mutating func readOption(_ index: Int, _ section: RecordSection) {
    var (texts, others): ([RecordBlock], [RecordBlock]) = ([], [])
    var side: Side?
    for block in section.blocks {
      switch block.kind {
      case .heading:
        side = Self.side(block)
        if side == nil { others.append(block) }
      case .item: if !addArgument(block, side, to: index) { others.append(block) }
      case .paragraph where others.isEmpty && options[index].isBare: texts.append(block)
      case .paragraph, .other: others.append(block)
      }
    }
    let parts = [options[index].text ?? ""] + texts.map { RecordMarkup.plain($0.text) }
    let joined = parts.filter { !$0.isEmpty }.joined(separator: " ")
    if Limits.optionTextCharacters.contains(joined.count),
      joined.utf8.count <= Limits.optionTextBytes
    {
      options[index].text = joined
    } else {
      others = texts + others
    }
    becomePost(
      section, others, "what is not an argument for or against \"\(options[index].title)\"",
      title: options[index].title)
  }

  /// The side of the arguments under a heading such as `#### Pros`.
  private static func side(_ heading: RecordBlock) -> Side? {
    switch RecordTitle.key(RecordMarkup.plain(heading.text)) {
    case "pros", "good", "advantages": .pro
    case "cons", "bad", "disadvantages": .con
    default: nil
    }
  }

  /// Returns false if an item is not an argument.
  ///
  /// - Parameter side: that of those which do not say it.
  mutating func addArgument(_ item: RecordBlock, _ side: Side?, to index: Int) -> Bool {
    let argument = RecordArgument(item.whole)
    let text = argument?.text ?? RecordMarkup.plain(item.whole)
    switch argument?.judgement {
    case .good: options[index].pros.append(TopicDraft.ArgumentDraft(text: text))
    case .bad: options[index].cons.append(TopicDraft.ArgumentDraft(text: text))
    case .neutral: return false
    case nil:
      guard let side, !text.isEmpty else { return false }
      let draft = TopicDraft.ArgumentDraft(text: text)
      if side == .pro {
        options[index].pros.append(draft)
      } else {
        options[index].cons.append(draft)
      }
    }
    return true
  }

  /// Makes the options Yes and No a topic without options. What is good about No speaks against it.
  private mutating func takeAnswers() {
    guard RecordTitle.areAnswers(options.options.map(\.title)) else { return }
    for option in options.options {
      let isYes = RecordTitle.key(option.title) == "yes"
      draft.pros += isYes ? option.pros : option.cons
      draft.cons += isYes ? option.cons : option.pros
      if !isYes, !option.isBare {
        note("what is good about No became a con, and what is bad about it a pro")
      }
      if let text = option.text {
        addPost(option.title, [text], at: .max)
        note("the text of \"\(option.title)\" became a post")
      }
    }
    if case .option(let id) = draft.decision?.outcome {
      let title = options.options.first { $0.id == id }?.title ?? ""
      draft.decision?.outcome = RecordTitle.key(title) == "yes" ? .yes : .no
    }
    options = RecordOptions()
  }

  private mutating func noteRest() {
    for field in fields.fields where !field.values.isEmpty {
      note("left out: \(field.name) (\(field.text))")
    }
    for line in text.fields.others { note("left out: front matter (\(line))") }
    if text.comments > 0 {
      note("left out: \(text.comments) HTML comment\(text.comments == 1 ? "" : "s")")
    }
  }

  // MARK: Posts

  mutating func note(_ sentence: String) {
    if noted.insert(sentence).inserted { notes.append(sentence) }
  }

  func raw(_ blocks: [RecordBlock]) -> String {
    blocks.map { text.raw($0.lines) }.joined(separator: "\n\n")
  }

  mutating func becomePost(_ section: RecordSection) {
    let content = text.raw(section.lines)
    if !content.isEmpty {
      note("the section \"\(section.heading)\" became a post")
    } else if section.name == nil {
      note("left out: the section \"\(section.heading)\", which is empty")
    }
    addPost(section.heading, [content], at: section.lines.lowerBound)
  }

  /// - Parameter what: the blocks, as part of a sentence.
  mutating func becomePost(
    _ section: RecordSection, _ blocks: [RecordBlock], _ what: String, title: String? = nil
  ) {
    guard !blocks.isEmpty else { return }
    note("\(what) became a post")
    addPost(title ?? section.heading, [raw(blocks)], at: section.lines.lowerBound)
  }

  /// Adds a post unless it has no text. One that breaks a rule is left out.
  mutating func addPost(_ title: String, _ parts: [String], at line: Int) {
    var content = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    if content.isEmpty { return }
    var rightTitle = title
    if (try? Post.rightTitle(title)) == nil || Limits.hiddenCharacter(in: title) != nil {
      rightTitle = "Untitled"
      if !title.isEmpty { content = "\(title)\n\n\(content)" }
    }
    if let content = try? Post.rightContent(content) {
      posts.append((line, TopicDraft.PostDraft(title: rightTitle, content: content)))
    } else {
      note("left out: \"\(title)\", which is too long for a post or has control characters")
    }
  }
}

extension TopicDraft.OptionDraft {
  /// Whether it has no arguments.
  var isBare: Bool { pros.isEmpty && cons.isEmpty }
}
