internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// What the keys of a board do.
extension BoardView {
  func perform(_ command: Command) -> Deed? {
    if move(command) { return nil }
    switch command {
    case .leftColumn: active = .pro
    case .rightColumn: active = .con
    case .otherColumn: active = active.other
    case .addPro: add(to: .pro)
    case .addCon: add(to: .con)
    case .edit: edit()
    case .fold: fold()
    case .undo: return .call(Call("\(topic.root).undo", [.id: JSONText(topic.id)]))
    case .copy:
      let parameters = Parameters([.id: JSONText(topic.id), .format: "markdown"])
      return .chain(Call("\(topic.root).export", parameters)) {
        $0[AnswerKey.markdown]?.string.map { .copy($0) }
      }
    case .vote: return .form(intent: "\(place).positions.take")
    case .ask: return .form(intent: "\(place).decision.ask")
    case .decide: return .form(intent: "\(place).decision.decide")
    case .reopen: return .form(intent: "\(place).decision.reopen")
    case .posts: return .call(Call("session.toPosts", [.at: JSONText(place)]))
    default: return selected.flatMap { change($0, command) }
    }
    return nil
  }

  /// - Returns: whether the command is about rows.
  func move(_ command: Command) -> Bool {
    let frame = frames.first { $0.side == active }
    let (room, width) = (frame?.rows.count ?? 1, frame?.columns.count ?? 1)
    return columns[active]?.move(command, room: room, width: width) == true
  }

  private func intent(_ name: String, _ side: SideName? = nil) -> String {
    "\(place).\((side ?? active).plural).\(name)"
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

  // MARK: Fields

  private func add(to side: SideName) {
    active = side
    columns[side]?.select(.max)
    edited = nil
    field = TextField(.newArgument(side))
  }

  private func edit() {
    guard let selected else { return }
    let all = SideName.allCases.flatMap { side in column(side).items.map { Self.name(side, $0.id) }
    }
    edited = (active, selected, Set(all).subtracting([Self.name(active, selected.id)]))
    field = TextField(
      .argument(active, id: selected.id), text: selected.text, updated: selected.updated)
  }

  func submit(_ field: TextField) -> Submission {
    switch field.subject {
    case .newArgument(let side):
      return .call(Call(intent("add", side), [.text: JSONText(field.text)]))
    case .argument(let side, let id):
      let current = column(side).items.first { $0.id == id }
      if current?.text == field.text, current?.updated == field.updated { return .done }
      return .call(
        Call(
          intent("change", side),
          [
            .id: JSONText(id), .text: JSONText(field.text),
            .ifUpdated: field.updated.map { JSONText($0) },
          ]))
    default: return .done
    }
  }

  func suggestion(for parameter: ParameterName, of intent: Path) -> String? {
    parameter == .id && intent.parent == "\(place).\(active.plural)" ? selected?.id : nil
  }

  /// Selects what has been added or moved to the other side.
  func answered(_ call: Call, _ answer: JSONText) {
    ignore(call, answer)
    guard let id = answer[AnswerKey.id]?.string else { return }
    for side in SideName.allCases {
      let isThere =
        call.intent == intent("add", side)
        || (call.intent == intent("move", side.other)
          && call.parameters[.to]?.string == side.rawValue)
      if isThere { awaited = (side, id) }
    }
    selectAwaited()
  }

  func resolve(_ field: TextField) -> Bool {
    guard case .argument(let side, let id) = field.subject else { return false }
    field.updated = column(side).items.first { $0.id == id }?.updated
    return true
  }
}
