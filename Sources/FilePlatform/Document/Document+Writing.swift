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
    putOptions(contents.board.options, insteadOf: old.board.options)
    for side in Side.allCases {
      put(contents.board[side], at: DocumentColumn(side: side), insteadOf: old.board[side])
    }
    putDecision(contents.board, insteadOf: old.board)
    putObjections(contents.board.objections, insteadOf: old.board.objections)
    putPositions(contents.board, insteadOf: old.board)
    putTodos(contents.board.todos, insteadOf: old.board.todos)
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
  private mutating func putState(_ list: ArgumentList, at column: DocumentColumn) {
    let newest = list.arguments.newest
    let shown = ArgumentList(
      list.column, arguments: list.arguments, updated: newest?.updated, updatedBy: newest?.updatedBy
    )
    let state =
      shown == list
      ? nil
      : list.updated.map {
        SectionLine.State(lastID: list.lastID, updated: $0, updatedBy: list.updatedBy)
      }
    guard state != self.state(column) else { return }
    put(state, in: headings(column))
  }

  /// Writes the newest identifier of a list, if its elements do not show that.
  mutating func putState<Element>(_ list: CountedList<Element>, in section: Section) {
    let shown = CountedList(list.elements).lastID
    let state = list.lastID == shown ? nil : SectionLine.State(lastID: list.lastID)
    guard state?.lastID != lastID(section) else { return }
    put(state, in: sections(section))
  }

  private mutating func put(
    _ state: SectionLine.State?, in headings: [(index: Int, line: SectionLine)]
  ) {
    for (place, (index, line)) in headings.enumerated() {
      let words = place == 0 ? state?.words : nil
      parts[index].line.text =
        line.before + (words.map { Array(" <!-- \($0) -->".utf8) } ?? [])
    }
  }

  // MARK: Arguments

  /// Writes what differs of a column, whose heading is added if it is missing.
  mutating func put(
    _ list: ArgumentList, at column: DocumentColumn, insteadOf old: ArgumentList
  ) {
    if !list.arguments.isEmpty || list.updated != nil { addHeading(column) }
    putState(list, at: column)
    let lines = arguments(column)
    let before = Array(zip(old.arguments, lines))
    replace(
      items(
        SectionOrder(list.arguments.map(\.id), insteadOf: before.map(\.0.id)),
        at: lines.map { ($0.index, $0.line.marker) }, under: headings(column).last?.index,
        keeping: { index, origin, part in
          let (old, line) = before[origin]
          return rendered(list.arguments[index], insteadOf: old, part, line.line)
        },
        adding: { part(of: list.arguments[$0], $1) }))
  }

  /// Returns the parts of a list that differ, by the indices of those that they replace.
  ///
  /// - Parameters:
  ///   - items: the indices of the old items and their markers.
  ///   - heading: the index of the heading of the list.
  ///   - keeping: returns the part for an element by its index, by that of the old one, and that one's
  ///     part.
  ///   - adding: returns the part for a new element.
  func items(
    _ plan: SectionOrder, at items: [(index: Int, marker: ArraySlice<UInt8>)],
    under heading: Int?, keeping: (Int, Int, Part) -> Part,
    adding: (Int, ArraySlice<UInt8>) -> Part
  ) -> [Int: [Part]] {
    var replaced: [Int: [Part]] = [:]
    for (place, elements) in plan.places.enumerated() {
      let (index, marker) = items[place]
      guard let first = elements.first, let origin = plan.origins[first] else {
        replaced[index] = notes(of: parts[index])
        continue
      }
      let kept = keeping(first, origin, parts[items[origin].index])
      let kind = items[origin].marker
      replaced[index] =
        [kept] + elements.dropFirst().map { adding($0, origin == place ? marker : kind) }
    }
    if !plan.first.isEmpty {
      let slot = plan.places.firstIndex { !$0.isEmpty }
      let marker = slot.map { items[$0].marker } ?? Self.marker
      let added = plan.first.map { adding($0, marker) }
      if let slot {
        let index = items[slot].index
        replaced[index] = added + (replaced[index] ?? [])
      } else if let heading {
        insert(added, under: heading, &replaced)
      }
    }
    return replaced
  }

  /// Keeps the indented lines after an item that is removed: they were not written by procon.
  private func notes(of part: Part) -> [Part] {
    let nested = Set(part.nested.map(\.index))
    return part.more.indices.filter { !nested.contains($0) }.map { Part(.other, part.more[$0]) }
  }

  private func rendered(
    _ argument: Argument, insteadOf old: Argument, _ part: Part, _ line: ArgumentLine
  ) -> Part {
    var part = part
    let (before, nested) = (old.comments, part.nested)
    let arrangement = SectionOrder(argument.comments.map(\.id), insteadOf: before.map(\.id))
    putNested(&part, arrangement) { index, origin in
      let comment = argument.comments[index]
      let isSame = origin.map { place in
        before[place] == comment && nested[place].line.id == comment.id
      }
      return isSame == true ? nil : NestedLine.body(comment)
    }
    let isSame = line.text.string == argument.text && line.weight == argument.weight
    if isSame, line.label == argument.label { return part }
    let body = isSame ? line.body : Array(ArgumentLine.body(argument).utf8)[...]
    part.line.text = line.marker + body + Array(" <!-- \(argument.label.words) -->".utf8)
    return part
  }

  private func part(of argument: Argument, _ marker: ArraySlice<UInt8>) -> Part {
    let text = "\(ArgumentLine.body(argument)) <!-- \(argument.label.words) -->"
    let comments = argument.comments.map { Line(NestedLine.marker + NestedLine.body($0), end) }
    return Part(.other, Line(marker + Array(text.utf8), end), more: comments)
  }

  /// Writes the nested items of a part.
  ///
  /// - Parameter body: returns an element after its marker, by its index and that of the old one, which is
  ///   nil for a new one; nil to keep the old line.
  func putNested(
    _ part: inout Part, _ plan: SectionOrder, _ body: (Int, Int?) -> [UInt8]?
  ) {
    guard !plan.first.isEmpty || !plan.places.isEmpty else { return }
    let line = { (element: Int) -> [Line] in
      let origin = plan.origins[element]
      let old = origin.map { part.nested[$0] }
      let marker = (old ?? part.nested.first)?.line.marker ?? NestedLine.marker
      if let words = body(element, origin) { return [Line(marker + words, end)] }
      return old.map { [part.more[$0.index]] } ?? []
    }
    let places = Dictionary(
      zip(part.nested.map(\.index), plan.places).map { ($0, $1) }, uniquingKeysWith: { $1 })
    var more: [Line] = []
    var first = plan.first.flatMap(line)
    for (index, note) in part.more.enumerated() {
      guard let elements = places[index] else {
        more.append(note)
        continue
      }
      if !elements.isEmpty {
        more += first
        first = []
      }
      more += elements.flatMap(line)
    }
    part.more = first + more
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
}
