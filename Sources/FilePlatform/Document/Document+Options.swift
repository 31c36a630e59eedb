internal import Domain

// Writing the options, objections and todos.

extension Document {
  // MARK: Options

  /// Writes what differs. An option is removed with everything under its heading.
  mutating func putOptions(
    _ options: CountedList<OptionBoard>, insteadOf old: CountedList<OptionBoard>
  ) {
    guard options.lastID > 0 || !sections(.options).isEmpty else { return }
    addSection(.options)
    putState(options, in: .options)
    let plan = SectionOrder(
      options.elements.map(\.id), insteadOf: old.elements.prefix(self.options.count).map(\.id))
    arrangeOptions(plan, options.elements.map(\.option))
    for (number, board) in options.elements.enumerated() {
      let before = plan.origins[number].map { old.elements[$0] } ?? OptionBoard(board.option)
      putHeading(board.option, number)
      putText(board.option.text, number)
      for side in Side.allCases {
        put(
          board[side], at: DocumentColumn(side: side, option: number),
          insteadOf: plan.origins[number] == nil
            ? ArgumentList(board[side].column) : before[side])
      }
    }
  }

  /// Adds, moves and removes options with everything under their headings.
  private mutating func arrangeOptions(_ plan: SectionOrder, _ options: [Option]) {
    guard !plan.isUnchanged else { return }
    let blocks = self.options.map { block(from: $0.index) }
    let lines = { (element: Int) -> [Part] in
      guard let origin = plan.origins[element] else {
        return [newPart(of: options[element]), blank]
      }
      let block = Array(parts[blocks[origin]])
      return block.last?.isBlank == true ? block : block + [blank]
    }
    var replaced: [Int: [Part]] = [:]
    for (place, block) in blocks.enumerated() {
      for index in block { replaced[index] = [] }
      replaced[block.lowerBound] = plan.places[place].flatMap(lines)
    }
    let first = plan.first.flatMap(lines)
    if let start = blocks.first?.lowerBound {
      replaced[start] = first + (replaced[start] ?? [])
    } else if let heading = sections(.options).last?.index {
      insert(first, under: heading, &replaced)
    }
    replace(replaced)
    numberOptions()
  }

  /// Numbers the options, and what is under their headings, after they were moved.
  private mutating func numberOptions() {
    var number = -1
    for index in parts.indices {
      switch parts[index].kind {
      case .option(let line, _):
        number += 1
        parts[index].kind = .option(line, number)
      case .optionText: parts[index].kind = .optionText(number)
      case .side(let line, let column):
        parts[index].kind = .side(line, DocumentColumn(side: column.side, option: number))
      case .argument(let line, let column) where column.option != nil:
        parts[index].kind = .argument(line, DocumentColumn(side: column.side, option: number))
      default: break
      }
    }
  }

  private func newPart(of option: Option) -> Part {
    let line = heading(of: option)
    guard let heading = Heading(line.text) else { preconditionFailure("not a heading") }
    return Part(.option(OptionLine(heading), 0), line)
  }

  private func heading(of option: Option) -> Line {
    Line("### \(option.title) <!-- \(option.label.words) -->", end)
  }

  private mutating func putHeading(_ option: Option, _ number: Int) {
    let (index, line) = options[number]
    guard line.title.string != option.title || line.label != option.label else { return }
    parts[index].line.text = heading(of: option).text
  }

  /// Writes the text of an option in one line, if it has changed.
  private mutating func putText(_ text: String?, _ number: Int) {
    let lines = optionText(number)
    let old = lines.isEmpty ? nil : OptionText.text(lines.map { parts[$0].line.text }).string
    guard text != old else { return }
    guard let text else {
      replace(Dictionary(uniqueKeysWithValues: lines.map { ($0, []) }))
      return
    }
    if let first = lines.first {
      parts[first].line.text = OptionText.line(text)[...]
      replace(Dictionary(uniqueKeysWithValues: lines.dropFirst().map { ($0, []) }))
      return
    }
    let heading = options[number].index
    var new = [blank, Part(.optionText(number), Line(OptionText.line(text)[...], end))]
    if heading + 1 < parts.count, !parts[heading + 1].line.isBlank { new.append(blank) }
    parts.insert(contentsOf: new, at: heading + 1)
  }

  // MARK: Objections

  /// Writes what differs.
  mutating func putObjections(
    _ objections: CountedList<Objection>, insteadOf old: CountedList<Objection>
  ) {
    guard objections.lastID > 0 || !sections(.objections).isEmpty else { return }
    addSection(.objections)
    putState(objections, in: .objections)
    let lines = self.objections
    replace(
      items(
        SectionOrder(
          objections.elements.map(\.id), insteadOf: old.elements.prefix(lines.count).map(\.id)),
        at: lines.map { ($0.index, $0.line.marker) }, under: sections(.objections).last?.index,
        keeping: { index, origin, part in
          let (new, before) = (objections.elements[index], old.elements[origin])
          var part = part
          putReplies(&part, new, insteadOf: before)
          let line = lines[origin].line
          if !line.shows(new) { part.line.text = line.marker + ObjectionLine.body(new) }
          return part
        },
        adding: { index, marker in
          let objection = objections.elements[index]
          var part = Part(.other, Line(marker + ObjectionLine.body(objection), end))
          putReplies(&part, objection, insteadOf: nil)
          return part
        }))
  }

  private func putReplies(
    _ part: inout Part, _ objection: Objection, insteadOf old: Objection?
  ) {
    var replies: [(id: String, body: [UInt8])] = []
    if let answer = objection.answer { replies.append(("answer", NestedLine.body(answer))) }
    if let closing = objection.closing { replies.append(("closing", NestedLine.body(closing))) }
    let before = part.nested.map { $0.line.kind == .answer ? "answer" : "closing" }
    let nested = part.nested
    putNested(&part, SectionOrder(replies.map(\.id), insteadOf: before)) { index, origin in
      let isSame =
        replies[index].id == "answer"
        ? objection.answer == old?.answer : objection.closing == old?.closing
      // What people have left out is added.
      let isWhole = origin.map { nested[$0].line.author != nil && nested[$0].line.date != nil }
      return isSame && isWhole == true ? nil : replies[index].body
    }
  }

  // MARK: Todos

  /// Writes what differs.
  mutating func putTodos(_ todos: CountedList<Todo>, insteadOf old: CountedList<Todo>) {
    guard todos.lastID > 0 || !sections(.todos).isEmpty else { return }
    addSection(.todos)
    putState(todos, in: .todos)
    let lines = self.todos
    replace(
      items(
        SectionOrder(
          todos.elements.map(\.id), insteadOf: old.elements.prefix(lines.count).map(\.id)),
        at: lines.map { ($0.index, $0.line.marker) }, under: sections(.todos).last?.index,
        keeping: { index, origin, part in
          let (todo, line) = (todos.elements[index], lines[origin].line)
          if line.shows(todo), line.label == todo.label { return part }
          var part = part
          let body = line.shows(todo) ? line.body : TodoLine.body(todo)[...]
          part.line.text = rendered(todo, line.marker, body)
          return part
        },
        adding: { index, marker in
          let todo = todos.elements[index]
          return Part(.other, Line(rendered(todo, marker, TodoLine.body(todo)[...]), end))
        }))
  }

  private func rendered(
    _ todo: Todo, _ marker: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    marker + TodoLine.box(todo) + body + Array(" <!-- \(todo.label.words) -->".utf8)
  }
}
