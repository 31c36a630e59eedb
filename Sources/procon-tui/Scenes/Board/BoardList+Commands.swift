internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What the keys of a list of a topic do.
extension BoardList {
  /// - Parameter place: the path of the topic.
  /// - Returns: nil if the command has no effect.
  func deed(for command: Command, at place: String) -> Deed? {
    let path = "\(place).\(kind)"
    switch (kind, command) {
    case (.posts, .new): return .call(Call("session.toCreatePost", [.at: JSONText(place)]))
    case (.posts, .open):
      return selected.map {
        .call(Call("session.toPost", [.at: JSONText(place), .id: JSONText($0.id)]))
      }
    case (.posts, _), (.history, _): return nil
    case (.positions, .withdraw): return .call(Call("\(path).withdraw"))
    case (.objections, .new): return .form(intent: "\(path).raise")
    case (.todos, .new): return .form(intent: "\(path).add")
    case (_, let command): return selected.flatMap { deed(for: command, about: $0, path) }
    }
  }

  private func deed(for command: Command, about row: ListRow, _ path: String) -> Deed? {
    guard kind != .positions else { return nil }
    let id = JSONText(row.id)
    let seen = row.updated.map { JSONText($0) }
    let given = Parameters([.id: id, .ifUpdated: seen])
    switch command {
    case .answer: return .form(intent: "\(path).answer", given: Parameters([.id: id]))
    case .resolve: return .call(Call("\(path).resolve", [.id: id]))
    case .withdraw: return .call(Call("\(path).withdraw", [.id: id]))
    case .check: return .call(Call("\(path).\(row.isDim ? "uncheck" : "check")", [.id: id]))
    case .edit: return .form(intent: "\(path).change", asking: [.text], given: given)
    case .assign: return .form(intent: "\(path).change", asking: [.assignee, .due], given: given)
    case .raise, .lower: return move(id, isDown: command == .lower, path)
    case .delete:
      let text = row.fields[.text] ?? row.text
      return .ask("Delete \"\(text.cut(to: 40))\"?", .call(Call("\(path).remove", given)))
    default: return nil
    }
  }

  /// Moves the selected row before the one above it, or behind the one below it.
  private func move(_ id: JSONText, isDown: Bool, _ path: String) -> Deed? {
    guard row(by: isDown ? 1 : -1) != nil else { return nil }
    let next = row(by: isDown ? 2 : -1).map { JSONText($0.id) }
    return .call(Call("\(path).move", [.id: id, .before: next]))
  }
}
