internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What the keys of a board do.
extension BoardView {
  func perform(_ command: Command) -> Deed? {
    if let deed = performOnTopic(command) { return deed }
    if let index = openIndex {
      return lists[index].move(command) ? nil : lists[index].deed(for: command, at: place)
    }
    if move(command) { return nil }
    switch command {
    case .leftColumn: active = .pro
    case .rightColumn: active = .con
    case .otherColumn: active = active.other
    case .addPro: add(to: .pro)
    case .addCon: add(to: .con)
    case .edit: edit()
    case .fold: fold()
    case .comment: ask(.comment, label: "Comment: ")
    case .toOption: ask(.option, label: "Move to option: ")
    case .nextOption: tabs.move(by: 1)
    case .previousOption: tabs.move(by: -1)
    case .positions: openKind = .positions
    case .objections: openKind = .objections
    case .todos: openKind = .todos
    case .rename, .deleteOption, .optionLeft, .optionRight:
      guard let option = tabs.option else { return .say("No option is shown.") }
      return change(option, command)
    default: return selected.flatMap { change($0, command) }
    }
    return nil
  }

  /// What concerns the topic as a whole.
  private func performOnTopic(_ command: Command) -> Deed? {
    switch command {
    case .undo: return .call(Call("\(topic.root).undo", [.id: JSONText(topic.id)]))
    case .copy:
      let parameters = Parameters([.id: JSONText(topic.id), .format: "markdown"])
      return .chain(Call("\(topic.root).export", parameters)) {
        $0[AnswerKey.markdown]?.string.map { .copy($0) }
      }
    case .vote: return .form(intent: "\(place).positions.take")
    case .ask: return .form(intent: "\(place).decision.ask")
    case .decide: return .form(intent: "\(place).decision.decide")
    case .override: return .form(intent: "\(place).decision.override")
    case .supersede: return .form(intent: "\(place).decision.supersede")
    case .reopen: return .form(intent: "\(place).decision.reopen")
    case .posts: return .call(Call("session.toPosts", [.at: JSONText(place)]))
    case .newOption: return .form(intent: "\(place).options.add")
    case .convert: return .form(intent: "\(place).options.convert")
    default: return nil
    }
  }

  var openIndex: Int? { lists.firstIndex { $0.kind == openKind } }

  func goBack() -> Bool {
    defer { openKind = nil }
    return openKind != nil
  }

  /// - Returns: whether the command is about rows.
  func move(_ command: Command) -> Bool {
    let frame = frames.first { $0.side == active }
    let (room, width) = (frame?.rows.count ?? 1, frame?.columns.count ?? 1)
    return columns[active]?.move(command, room: room, width: width) == true
  }

  /// The path of an intent of a side of the shown board; by default of the active one.
  func intent(_ name: String, _ side: SideName? = nil) -> String {
    "\(place).\(board.name.side(side ?? active)).\(name)"
  }

  private func change(_ item: ArgumentItem, _ command: Command) -> Deed? {
    let id = JSONText(item.id)
    // What somebody else has changed in the meantime is refused.
    let seen = item.updated.map { JSONText($0) }
    switch command {
    case .heavier, .lighter:
      // Other numbers than those of a daemon must not overflow.
      let weight = item.weight &+ (command == .heavier ? 1 : -1)
      return .call(
        Call(intent("change"), [.id: id, .weight: JSONText(weight), .ifUpdated: seen]))
    case .support, .unsupport:
      let isSupporting = JSONText(command == .support)
      return .call(Call(intent("support"), [.id: id, .support: isSupporting]))
    case .raise, .lower: return move(item, isDown: command == .lower)
    case .moveOver:
      let side = JSONText(active.other.rawValue)
      return .call(Call(intent("move"), [.id: id, .to: side, .ifUpdated: seen]))
    case .delete:
      let call = Call(intent("remove"), [.id: id, .ifUpdated: seen])
      return .ask("Delete \"\(item.text.cut(to: 40))\"?", .call(call))
    case .uncomment:
      guard let comments = item.comments, let last = comments.last else {
        return .say("There are no comments on this argument.")
      }
      guard comments.count == 1 else {
        ask(.uncomment, label: "Number of the comment: ", text: last.id)
        return nil
      }
      let removal = removal(of: last, from: item, active)
      return .ask(removal.question, .call(removal.call))
    default: return nil
    }
  }

  /// Moves an argument before the one above it, or behind the one below it.
  private func move(_ item: ArgumentItem, isDown: Bool) -> Deed? {
    let items = column(active).items
    guard let index = column(active).index(of: item.id),
      items.indices.contains(index + (isDown ? 1 : -1))
    else { return nil }
    let before = isDown ? index + 2 : index - 1
    let next = items.indices.contains(before) ? JSONText(items[before].id) : nil
    return .call(
      Call(
        intent("move"),
        [
          .id: JSONText(item.id), .before: next,
          .ifUpdated: item.updated.map { JSONText($0) },
        ]))
  }

  private func fold() {
    guard let selected else { return }
    let isFolded = columns[active]?.unfolded.remove(selected.id) == nil
    if isFolded { columns[active]?.unfolded.insert(selected.id) }
  }

  /// The call that removes a comment, and the question before it.
  func removal(
    of comment: CommentItem, from item: ArgumentItem, _ side: SideName
  ) -> (question: String, call: Call) {
    let text = "\(comment.author.visibleName): \(comment.text)".cut(to: 40)
    let call = Call(
      intent("uncomment", side), [.id: JSONText(item.id), .comment: JSONText(comment.id)])
    return ("Remove \"\(text)\"?", call)
  }

  private func change(_ option: OptionItem, _ command: Command) -> Deed? {
    let path = "\(place).options"
    let id = JSONText(option.id)
    let given = Parameters([.id: id, .ifUpdated: option.updated.map { JSONText($0) }])
    switch command {
    case .rename: return .form(intent: "\(path).change", asking: [.title, .text], given: given)
    case .deleteOption:
      let title = option.title.visibleName.cut(to: 40)
      let count = option.pros &+ option.cons
      let fate = count == 0 ? "" : " and its \(count == 1 ? "argument" : "\(count) arguments")"
      return .ask("Delete option \"\(title)\"\(fate)?", .call(Call("\(path).remove", given)))
    case .optionLeft, .optionRight:
      let isRight = command == .optionRight
      guard tabs.option(by: isRight ? 1 : -1) != nil else { return nil }
      let next = tabs.option(by: isRight ? 2 : -1).map { JSONText($0.id) }
      return .call(Call("\(path).move", [.id: id, .before: next]))
    default: return nil
    }
  }
}
