internal import Domain

// Writing what has changed, and nothing else.

extension Document {
  /// A new document.
  init(_ contents: TopicContent) {
    let text = "# \(contents.id)\n\n## Pros\n\n## Cons\n"
    // It contains nothing that could not be understood.
    guard let empty = try? Document(Array(text.utf8)) else { preconditionFailure("not a document") }
    self = empty
    let topic = contents.board.topic
    put(contents, insteadOf: TopicContent(Board(topic)))
  }

  /// Writes what differs, and what people have left out.
  ///
  /// - Parameter old: the current contents of the document.
  mutating func put(_ contents: TopicContent, insteadOf old: TopicContent) {
    putTitle(contents.board.topic)
    for side in Side.allCases { put(contents.board[side], insteadOf: old.board[side]) }
    putDecision(contents.board.topic, insteadOf: old.board.topic)
    putPositions(contents.board.positions, insteadOf: old.board.positions)
    putPosts(contents.posts, insteadOf: old.posts)
  }

  // MARK: Headings

  private mutating func putTitle(_ topic: Topic) {
    let line = Line("# \(topic.title) <!-- \(TitleLine.words(topic)) -->", end)
    guard let titleIndex else {
      let start = frontMatter
      var new = [Part(.other, line)]
      if start < parts.count, !parts[start].line.isBlank { new.append(blank) }
      parts.insert(contentsOf: new, at: start)
      return
    }
    guard case .title(let found) = parts[titleIndex].kind,
      found.text.string != topic.title || found.created != topic.created
        || found.updated != topic.updated || found.updatedBy != topic.updatedBy
    else { return }
    parts[titleIndex].line = Line(line.text, parts[titleIndex].line.end)
  }

  /// The number of parts between the lines `---` at the start.
  private var frontMatter: Int {
    guard parts.first.map(isRule) == true else { return 0 }
    return parts.dropFirst().firstIndex(where: isRule).map { $0 + 1 } ?? 0
  }

  private func isRule(_ part: Part) -> Bool {
    part.line.text.trimmedAtEnd.elementsEqual("---".utf8)
  }

  /// Writes the part of a list's state that its arguments do not show.
  private mutating func putState(_ list: ArgumentList) {
    let newest = list.arguments.newest
    let shown = ArgumentList(
      list.side, arguments: list.arguments, updated: newest?.updated, updatedBy: newest?.updatedBy)
    let state =
      shown == list
      ? nil
      : list.updated.map {
        SectionLine.State(lastID: list.lastID, updated: $0, updatedBy: list.updatedBy)
      }
    guard state != self.state(list.side) else { return }
    for (place, (index, line)) in sections(list.side.section).enumerated() {
      let words = place == 0 ? state?.words : nil
      parts[index].line.text =
        line.before + (words.map { Array(" <!-- \($0) -->".utf8) } ?? [])
    }
  }

  // MARK: Arguments

  private mutating func put(_ list: ArgumentList, insteadOf old: ArgumentList) {
    if !list.arguments.isEmpty || list.updated != nil { addSection(list.side.section) }
    putState(list)
    let lines = arguments(list.side)
    var places: [Argument.ID: (index: Int, line: ArgumentLine)] = [:]
    for (argument, line) in zip(old.arguments, lines) { places[argument.id] = line }
    var new = Dictionary(grouping: list.arguments.indices) { index in
      // The previously existing argument that it follows; nil at the start.
      list.arguments[...index].last { places[$0.id] != nil }?.id
    }
    let kept = list.arguments.filter { places[$0.id] != nil }
    let slots = kept.compactMap { places[$0.id]?.index }.sorted()
    var replaced: [Int: [Part]] = [:]
    for (_, place) in places { replaced[place.index] = notes(of: parts[place.index]) }
    for (slot, argument) in zip(slots, kept) {
      guard let place = places[argument.id] else { continue }
      let marker = place.line.marker
      replaced[slot] =
        [rendered(argument, parts[place.index], place.line)]
        + (new.removeValue(forKey: argument.id) ?? []).map { list.arguments[$0] }
        .filter { $0.id != argument.id }.map { part(of: $0, marker) }
    }
    let first = (new[nil] ?? []).map { list.arguments[$0] }
    if !first.isEmpty {
      let marker = slots.first.flatMap { slot in lines.first { $0.index == slot }?.line.marker }
      let added = first.map { part(of: $0, marker ?? Array("- ".utf8)[...]) }
      if let slot = slots.first {
        replaced[slot] = added + (replaced[slot] ?? [])
      } else {
        insert(added, in: list.side.section, &replaced)
      }
    }
    replace(replaced)
  }

  /// Keeps the indented lines after an argument that is removed: they were not written by procon.
  private func notes(of part: Part) -> [Part] { part.more.map { Part(.other, $0) } }

  private func rendered(_ argument: Argument, _ part: Part, _ line: ArgumentLine) -> Part {
    let isSame = line.text.string == argument.text && line.weight == argument.weight
    if isSame, line.label == argument.label { return part }
    var part = part
    let body = isSame ? line.body : Array(ArgumentLine.body(argument).utf8)[...]
    part.line.text = line.marker + body + Array(" <!-- \(argument.label.words) -->".utf8)
    return part
  }

  private func part(of argument: Argument, _ marker: ArraySlice<UInt8>) -> Part {
    let text = "\(ArgumentLine.body(argument)) <!-- \(argument.label.words) -->"
    return Part(.other, Line(marker + Array(text.utf8), end))
  }

  // MARK: Posts

  private mutating func putPosts(_ posts: [Post], insteadOf old: [Post]) {
    let lines = self.posts
    let wanted = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var replaced: [Int: [Part]] = [:]
    for (before, (index, line)) in zip(old, lines) {
      guard let post = wanted[before.id] else {
        replaced[index] = []
        continue
      }
      var part = parts[index]
      if line.title.string != post.title || line.label != post.label {
        part.line.text = heading(of: post, part.line.end).text
      }
      if post.content != before.content { part.more = content(of: post, part.more) }
      replaced[index] = [part]
    }
    let known = Set(old.map(\.id))
    let new = posts.filter { !known.contains($0.id) }
    if !new.isEmpty {
      addSection(.posts)
      insert(new.flatMap(parts(of:)), in: .posts, &replaced)
    }
    replace(replaced)
  }

  private func heading(of post: Post, _ end: Line.End) -> Line {
    Line("### \(post.title) <!-- \(post.label.words) -->", end)
  }

  /// Replaces lines by a content, keeping the number of blank lines around them.
  private func content(of post: Post, _ old: [Line]) -> [Line] {
    let before = old.prefix { $0.isBlank }
    let after = old.dropFirst(before.count).reversed().prefix { $0.isBlank }
    let start = before.isEmpty || before.count == old.count ? [blank.line] : Array(before)
    let end = before.count == old.count ? Array(before) : after.reversed()
    return start + PostLines.lines(post.content, self.end) + end
  }

  private func parts(of post: Post) -> [Part] {
    let content = PostLines.lines(post.content, end)
    return [Part(.other, heading(of: post, end), more: [blank.line] + content), blank]
  }

  // MARK: Places

  private var blank: Part { Part(.other, Line("", end)) }

  /// Adds the heading of a section that is missing: that of posts at the end, others before it.
  mutating func addSection(_ section: Section) {
    guard sections(section).isEmpty else { return }
    let title = section.rawValue.prefix(1).uppercased() + section.rawValue.dropFirst()
    let heading = Line("## \(title)", end)
    let place = section == .posts ? nil : sections(.posts).first?.index
    var new = [Part(.section(SectionLine(line: heading.text, section)), heading)]
    if place != nil { new.append(blank) }
    let index = place ?? parts.count
    if index > 0, let last = lastLine(before: index), !last.isBlank { new.insert(blank, at: 0) }
    parts.insert(contentsOf: new, at: index)
  }

  private func lastLine(before index: Int) -> Line? {
    parts[index - 1].more.last ?? parts[index - 1].line
  }

  /// Puts parts at the end of an existing section, after its last line that is not blank.
  func insert(_ new: [Part], in section: Section, _ replaced: inout [Int: [Part]]) {
    guard let heading = sections(section).last?.index else { return }
    let next = parts.indices.dropFirst(heading + 1).first { index in
      switch parts[index].kind {
      case .section, .title, .heading: true
      case .argument, .field, .position, .post, .other: false
      }
    }
    var last = (next ?? parts.count) - 1
    while last > heading, parts[last].more.isEmpty, parts[last].line.isBlank { last -= 1 }
    var added = new
    let shown = replaced[last] ?? [parts[last]]
    let isInList =
      switch parts[last].kind {
      case .argument, .field, .position: true
      case .title, .section, .post, .heading, .other: false
      }
    if !isInList, let end = shown.last, !(end.more.last ?? end.line).isBlank {
      added.insert(blank, at: 0)
    }
    let hasBlank = last + 1 < parts.count && parts[last + 1].line.isBlank
    if let end = added.last, (end.more.last ?? end.line).isBlank, hasBlank || next == nil {
      added.removeLast()
    } else if next != nil, !hasBlank, let end = added.last, !(end.more.last ?? end.line).isBlank {
      added.append(blank)
    }
    replaced[last] = shown + added
  }

  mutating func replace(_ replaced: [Int: [Part]]) {
    guard !replaced.isEmpty else { return }
    parts = parts.enumerated().flatMap { index, part in replaced[index] ?? [part] }
  }
}
