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
      if open(command) { return nil }
      if lists[index].move(command) {
        if openKind == .history { listOlderChanges() }
        return nil
      }
      if openKind == .history, command == .open { return openChange() }
      if command == .takeBack {
        return lists[index].selected.flatMap { Int($0.id) }.map(undo(only:))
      }
      return lists[index].deed(for: command, at: place)
    }
    if open(command) || move(command) { return nil }
    switch command {
    case .leftColumn: active = .pro
    case .rightColumn: active = .con
    case .addPro: add(to: .pro)
    case .addCon: add(to: .con)
    case .edit: edit()
    case .fold: fold()
    case .filter: field = TextField(.search, label: "Search: ")
    case .comment: ask(.comment, label: "Comment: ")
    case .toOption: ask(.option, label: "Move to option: ")
    case .nextOption: tabs.move(by: 1)
    case .previousOption: tabs.move(by: -1)
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
    case .undo: return undo(only: nil)
    case .redo:
      return .chain(Call("\(topic.root).redo", [.id: JSONText(topic.id)])) { answer in
        answer[AnswerKey.redone]?["text"]?.string.map { .say("Done again: \($0.visibleName)") }
      }
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

  /// Takes back one change of the user's; nil for the last one.
  private func undo(only change: Int?) -> Deed {
    let parameters = Parameters([.id: JSONText(topic.id), .change: change.map { JSONText($0) }])
    return .chain(Call("\(topic.root).undo", parameters)) { answer in
      answer[AnswerKey.undone]?["text"]?.string.map { .say("Taken back: \($0.visibleName)") }
    }
  }

  /// - Returns: whether the command is about a list.
  private func open(_ command: Command) -> Bool {
    switch command {
    case .positions: openKind = .positions
    case .objections: openKind = .objections
    case .todos: openKind = .todos
    case .history:
      openKind = .history
      refreshHistory()
    default: return false
    }
    return true
  }

  var openIndex: Int? { lists.firstIndex { $0.kind == openKind } }

  func goBack() -> Bool {
    defer { (openKind, isZoomed) = (nil, false) }
    return openKind != nil || isZoomed
  }

  func zoom() {
    isZoomed.toggle()
  }

  func obstacle(to command: Command) -> String? {
    switch command {
    case .edit, .editor, .heavier, .lighter, .lower, .raise, .moveOver, .delete, .support,
      .unsupport,
      .comment, .uncomment, .fold:
      if openKind == nil, selected == nil { return "no argument is selected" }
      return isDecided && ![.comment, .uncomment, .fold].contains(command) ? "it is decided" : nil
    case .addPro, .addCon, .vote, .decide, .override, .ask, .newOption, .convert:
      return isDecided ? "it is decided" : nil
    case .reopen: return isDecided ? nil : "it is not decided"
    case .toOption, .previousOption, .nextOption:
      return tabs.options.isEmpty ? "there are no options" : nil
    case .rename, .deleteOption, .optionLeft, .optionRight:
      return tabs.option == nil ? "no option is shown" : nil
    default: return nil
    }
  }

  func has(commandFor intent: SceneIntent) -> Bool {
    // Everything of the topic has a key; the session's intents have none.
    intent.path.text.hasPrefix("\(place).")
  }

  // MARK: Search

  func typed(in field: TextField) {
    if field.subject == .search { find(field.text, from: 0) }
  }

  func takes(_ key: Key) -> Bool {
    guard let field, field.subject == .search else { return false }
    switch key {
    case .down, .control("n"): find(field.text, from: 1)
    case .up, .control("p"): find(field.text, from: -1)
    default: return false
    }
    return true
  }

  /// Selects an argument that contains a text, or has a comment that does: on all boards of the topic,
  /// beginning with what is selected.
  ///
  /// - Parameter steps: 0 if what is selected may be it, 1 for the next one, -1 for the one before.
  private func find(_ text: String, from steps: Int) {
    let text = text.lowercased()
    guard !text.isEmpty else { return }
    let places = tabs.names.flatMap { name in
      SideName.allCases.flatMap { side in
        (boards[name]?.column(side).items ?? []).map { (name: name, side: side, item: $0) }
      }
    }
    let here = places.firstIndex {
      $0.name == tabs.shown && $0.side == active && $0.item.id == selected?.id
    }
    for step in 0..<places.count {
      let offset = steps < 0 ? steps - step : steps + step
      let place = places[((here ?? 0) + offset + 2 * places.count) % places.count]
      let texts = [place.item.text] + (place.item.comments ?? []).map(\.text)
      guard texts.contains(where: { $0.lowercased().contains(text) }) else { continue }
      field?.refusal = nil
      tabs.select(place.name)
      active = place.side
      if let index = column(active).index(of: place.item.id) { columns[active]?.select(index) }
      return
    }
    field?.refusal = "Nothing here contains that."
  }

  // MARK: Parts

  /// Both sides, and the list beside them.
  var parts: Int { isWide && !isZoomed ? 3 : openKind == nil ? 2 : 1 }

  var part: Int {
    get { openKind != nil ? parts - 1 : active == .pro ? 0 : 1 }
    set {
      openKind = newValue == 2 ? besideKind : nil
      if newValue < 2 { active = newValue == 0 ? .pro : .con }
    }
  }

  // MARK: The history

  /// Whether the history can be seen.
  private var showsHistory: Bool { (openKind ?? (isWide ? besideKind : nil)) == .history }

  /// Asks for the newest changes, if they can be seen.
  func refreshHistory() {
    guard showsHistory else { return }
    guard !isAskingHistory else {
      isHistoryOutdated = true
      return
    }
    askHistory(before: nil)
  }

  /// Asks for older changes if the oldest one that is known is selected.
  private func listOlderChanges() {
    guard let list = openList, let last = list.rows.last, list.selected?.id == last.id,
      let id = Int(last.id), id > 1, !isAskingHistory
    else { return }
    askHistory(before: id)
  }

  private func askHistory(before: Int?) {
    isAskingHistory = true
    let parameters = Parameters([
      .id: JSONText(topic.id), .limit: JSONText(Self.historyPage),
      .before: before.map { JSONText($0) },
    ])
    news?.inquire?(Call("\(topic.root).history", parameters)) { [weak self] answer in
      guard let self else { return }
      isAskingHistory = false
      if let items = try? answer?.decoded(AnswerKey.items, as: [HistoryItem].self),
        let index = lists.firstIndex(where: { $0.kind == .history })
      {
        lists[index].update(items, isNewest: before == nil)
        news?.changed?()
      }
      guard isHistoryOutdated else { return }
      isHistoryOutdated = false
      refreshHistory()
    }
  }

  private static let historyPage = 50

  /// Goes to what the selected change is about.
  private func openChange() -> Deed? {
    guard let item = openList?.selected?.item else {
      openKind = nil
      return nil
    }
    let parts = item.split(separator: ".").map(String.init)
    if parts.count == 2, parts[0] == BoardList.Kind.posts.rawValue {
      return .call(Call("session.toPost", [.at: JSONText(place), .id: JSONText(parts[1])]))
    }
    if let kind = BoardList.Kind(rawValue: parts[0]) {
      openKind = kind
      if let index = openIndex, parts.count > 1 { lists[index].select(parts[1]) }
      return nil
    }
    for name in boards.keys {
      for side in SideName.allCases {
        for argument in boards[name]?.column(side).items ?? []
        where item == name.argument(side, argument.id) {
          openKind = nil
          awaited = (name, side, argument.id)
          selectAwaited()
          return nil
        }
      }
    }
    return .say("It has been removed.")
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
