internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// The fields of a board, and what follows from what is typed.
extension BoardView {
  /// Opens a field about the selected argument, below it.
  func ask(_ purpose: TextField.Purpose, label: String, text: String = "") {
    guard let selected else { return }
    field = TextField(
      .about(active, id: selected.id, purpose), label: label, text: text, updated: selected.updated)
  }

  func add(to side: SideName) {
    active = side
    columns[side]?.select(.max)
    edited = nil
    field = TextField(.newArgument(side))
  }

  func edit() {
    guard let selected else { return }
    let name = board.name.argument(active, selected.id)
    let all = boards.values.flatMap { $0.things.map(\.name) }
    edited = (tabs.shown, active, selected, Set(all).subtracting([name]))
    field = TextField(
      .argument(active, id: selected.id), text: selected.text, updated: selected.updated)
  }

  func submit(_ field: TextField) -> Submission {
    switch field.subject {
    case .newArgument(let side):
      return .call(Call(intent("add", side), [.text: JSONText(field.text)]))
    case .argument(let side, let id):
      let current = column(side).items.first { $0.id == id }
      if current == nil {
        let call = Call(intent("add", side), [.text: JSONText(field.text)])
        return .ask("It was deleted. Save it as a new \(side.rawValue)?", call)
      }
      if current?.text == field.text, current?.updated == field.updated { return .done }
      return .call(
        Call(
          intent("change", side),
          [
            .id: JSONText(id), .text: JSONText(field.text),
            .ifUpdated: field.updated.map { JSONText($0) },
          ]))
    case .about(let side, let id, let purpose):
      let item = column(side).items.first { $0.id == id }
      return submit(field, about: id, item, side, purpose)
    default: return .done
    }
  }

  private func submit(
    _ field: TextField, about id: String, _ item: ArgumentItem?, _ side: SideName,
    _ purpose: TextField.Purpose
  ) -> Submission {
    switch purpose {
    case .comment:
      return .call(
        Call(intent("comment", side), [.id: JSONText(id), .text: JSONText(field.text)]))
    case .uncomment:
      guard let item, let comment = item.comments?.first(where: { $0.id == field.text }) else {
        return .refused("There is no comment with this number.")
      }
      let removal = removal(of: comment, from: item, side)
      return .ask(removal.question, removal.call)
    case .option:
      guard field.text.isEmpty || tabs.options.contains(where: { $0.id == field.text }) else {
        return .refused("There is no option with this number; the topic's own board has none.")
      }
      guard field.text != tabs.shown.option ?? "" else { return .done }
      return .call(
        Call(
          intent("move", side),
          [
            .id: JSONText(id), .option: JSONText(field.text),
            .ifUpdated: field.updated.map { JSONText($0) },
          ]))
    }
  }

  /// What is selected, as far as the intent is about it.
  func suggestion(for parameter: ParameterName, of intent: Path) -> String? {
    let name = intent.segments.last ?? ""
    switch intent.parent {
    case "\(place).\(board.name.side(active))": return parameter == .id ? selected?.id : nil
    case "\(place).options" where !["add", "convert"].contains(name):
      return switch parameter {
      case .id: tabs.option?.id
      case .title: tabs.option?.title
      case .text: tabs.option?.text
      default: nil
      }
    case "\(place).\(openKind?.rawValue ?? "")" where !["add", "raise", "take"].contains(name):
      return parameter == .id ? openList?.selected?.id : openList?.selected?.fields[parameter]
    default: return nil
    }
  }

  /// Selects what has been added or moved.
  func answered(_ call: Call, _ answer: JSONText) {
    ignore(call, answer)
    let side = SideName.allCases.first { call.intent == intent("comment", $0) }
    if let side, let id = call.parameters[.id]?.string { columns[side]?.unfolded.insert(id) }
    guard let id = answer[AnswerKey.id]?.string else { return }
    let target = target(of: call)
    let isElsewhere = target.map { call.intent != "\(place).\($0.board.side($0.side)).move" }
    if isElsewhere == true { awaited = target.map { ($0.board, $0.side, id) } }
    if ["\(place).options.add", "\(place).options.convert"].contains(call.intent) {
      tabs.awaited = BoardName(option: id)
    }
    selectAwaited()
  }

  func resolve(_ field: TextField) -> Bool {
    switch field.subject {
    case .argument(let side, let id), .about(let side, let id, _):
      field.updated = column(side).items.first { $0.id == id }?.updated
      return true
    default: return false
    }
  }
}
