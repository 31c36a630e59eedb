internal import Domain

/// The first heading of level 1: `# Which editor? <!-- 2026-11-22T10:00:00.000Z by ada -->`, with the
/// dates of the topic, and the user who made its last change.
struct TitleLine {
  let text: ArraySlice<UInt8>
  let created: Timestamp?
  let updated: Timestamp?
  let updatedBy: String?

  init(_ heading: Heading) {
    let comment = TrailingComment(heading.text)
    var words = (comment?.words ?? [])[...]
    let editor = ChangedBy.take(from: &words)
    let dates = words.compactMap(DocumentDate.date)
    if let comment, (1...2).contains(words.count), dates.count == words.count {
      text = comment.before
      created = dates[0]
      updated = dates[dates.count - 1]
      updatedBy = editor
    } else {
      text = heading.text
      created = nil
      updated = nil
      updatedBy = nil
    }
  }

  static func words(_ topic: Topic) -> String {
    let created = topic.created.rfc3339
    let dates = topic.updated == topic.created ? created : "\(created) \(topic.updated.rfc3339)"
    return dates + ChangedBy.words(topic.updatedBy)
  }
}

/// A heading of level 2: `## Pros`. State that the arguments under it do not show is in a comment:
/// `## Pros <!-- last 4 2026-11-22T10:00:00.000Z by ada -->`.
struct SectionLine {
  /// nil for a section that is not understood.
  let section: Section?
  /// The heading without the comment.
  let before: ArraySlice<UInt8>
  let state: State?

  /// The state of a list apart from its arguments.
  struct State: Equatable {
    /// The number of the newest identifier.
    let lastID: Int
    /// nil for a list that has no date: that of options, objections or todos.
    var updated: Timestamp?
    var updatedBy: String?

    var words: String {
      let date = updated.map { " \($0.rfc3339)\(ChangedBy.words(updatedBy))" } ?? ""
      return "last \(lastID)\(date)"
    }
  }

  /// A new heading.
  init(line: ArraySlice<UInt8>, _ section: Section) {
    self.section = section
    before = line
    state = nil
  }

  /// - Parameter line: the heading as written.
  init(_ heading: Heading, line: ArraySlice<UInt8>) {
    let end = heading.text.indices.first { heading.text[$0...].hasPrefix("<!--") }
    var name = heading.text[..<(end ?? heading.text.endIndex)].trimmed
    // As in "## Pros ##".
    while name.last == 0x23 { name.removeLast() }
    name = name.trimmed
    section = name.string.flatMap { Section(rawValue: $0.lowercased()) }
    if let comment = TrailingComment(line),
      let state = State(comment.words, hasDate: section?.isCounted != true)
    {
      before = comment.before
      self.state = state
    } else {
      before = line.trimmedAtEnd
      state = nil
    }
  }
}

extension Section {
  /// Whether it has a list that counts identifiers, and has no date.
  fileprivate var isCounted: Bool {
    switch self {
    case .options, .objections, .todos: true
    case .pros, .cons, .positions, .decision, .posts: false
    }
  }
}

extension SectionLine.State {
  fileprivate init?(_ words: [ArraySlice<UInt8>], hasDate: Bool) {
    var words = words[...]
    let editor = hasDate ? ChangedBy.take(from: &words) : nil
    guard words.count == (hasDate ? 3 : 2), words[0].elementsEqual("last".utf8),
      words[1].count <= 15, let lastID = words[1].string.flatMap({ Int($0) }), lastID >= 0
    else { return nil }
    guard hasDate else {
      self.init(lastID: lastID)
      return
    }
    guard let updated = DocumentDate.date(words[2]) else { return nil }
    self.init(lastID: lastID, updated: updated, updatedBy: editor)
  }
}

/// A heading of level 3 among the options: `### Postgres <!-- 1 ada 2026-11-22T10:00:00.000Z -->`.
struct OptionLine {
  let title: ArraySlice<UInt8>
  /// nil if a person wrote the heading without one.
  let label: Label?

  init(_ heading: Heading) {
    var text = heading.text
    label = Label.take(from: &text) { $0.supporters.isEmpty }
    title = text
  }
}

extension Option {
  var label: Label {
    Label(id: id, author: author, created: created, updated: updated, updatedBy: updatedBy)
  }
}

/// A heading of level 3 among the posts: `### What it showed <!-- 018bcfe5-… ada 2026-…Z -->`.
struct PostLine {
  let title: ArraySlice<UInt8>
  /// nil if a person wrote the heading without one.
  let label: Label?

  init(_ heading: Heading, number: Int) throws(DocumentFault) {
    guard let comment = TrailingComment(heading.text), let id = comment.words.first,
      Self.isID(id)
    else {
      title = heading.text
      label = nil
      return
    }
    guard let label = Label(comment.words) else {
      throw DocumentFault(
        line: number, reason: "the comment at the end must be an id, an author and up to two dates")
    }
    title = comment.before
    self.label = label
  }

  /// Whether it is a UUID in lower case.
  private static func isID(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 36
      && word.enumerated().allSatisfy { index, byte in
        if [8, 13, 18, 23].contains(index) { return byte == 0x2D }
        return (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
  }
}

extension Post {
  var label: Label {
    Label(id: id, author: author, created: created, updated: updated, updatedBy: updatedBy)
  }
}
