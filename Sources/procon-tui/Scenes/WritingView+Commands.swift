internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// What the keys of posts and drafts do.
extension WritingView {
  func perform(_ command: Command) -> Deed? {
    if scroll(command) { return nil }
    switch command {
    case .edit where !isEditing: return call("edit")
    case .edit: editField(.title, words.title)
    case .editContent: editField(.content, words.content)
    case .editor: return isEditing ? editor : .chain(Call("\(scene).edit")) { [self] _ in editor }
    case .save where isEditing: return asking(isDraft ? "save" : "edit")
    case .cancel where isEditing: return asking("cancel")
    case .delete where !isDraft: return .ask(PostItem.deletion, call("delete"))
    default: break
    }
    return nil
  }

  private func call(_ intent: String) -> Deed { .call(Call("\(scene).\(intent)")) }

  /// Calls an intent, after a question if something would be lost.
  private func asking(_ intent: String) -> Deed {
    let call = Call("\(scene).\(intent)")
    return question(before: call).map { .ask($0, .call(call)) } ?? .call(call)
  }

  func question(before call: Call) -> String? {
    switch call.intent {
    case "\(scene).cancel": isTyped ? "Discard what you typed?" : nil
    case "\(scene).save", "\(scene).edit": questionBeforeSaving()
    // It may lead to another scene.
    default: Path(call.intent)?.parent == "session" ? leaving() : nil
    }
  }

  private func questionBeforeSaving() -> String? {
    guard isEditing else { return nil }
    asked = theirs
    if theirs != nil { return Self.replacement }
    return unsent == nil ? nil : "Save without what you wrote in the editor?"
  }

  private var editor: Deed {
    .editor(text: unsent ?? words.content) { [self] edited in
      guard edited != words.content else { return nil }
      let text = PostDraft.content(of: edited)
      guard text != words.content else { return nil }
      unsent = text
      return .call(set(.content, text))
    }
  }

  private func editField(_ member: ParameterName, _ text: String) {
    guard isEditing else { return }
    field = TextField(.member(member), label: "\(member): ", text: text)
  }

  func submit(_ field: TextField) -> Submission {
    guard case .member(let member) = field.subject else { return .done }
    return .call(set(member, field.text))
  }

  /// - Returns: whether the command is about scrolling.
  private func scroll(_ command: Command) -> Bool {
    guard page.scroll(command) else { return false }
    if theirs != nil { _ = pageOfTheirs.scroll(command) }
    return true
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = scroll(rows > 0 ? .down : .up)
  }
}
