internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Texts that the user types.
extension FullScreen {
  func type(_ key: Key, in field: TextField, of view: any SceneView) {
    // It may be saved already.
    guard !field.isSaving || key == .escape else {
      return say("The daemon has not answered yet; Esc closes the field.", .con)
    }
    if key == KeyTable.fieldEditor, field.isEditable { return openEditor(for: field, of: view) }
    guard !view.takes(key) else { return }
    let typed = (view as? FormView)?.typed ?? field.unsaved
    if KeyTable.edit(of: key) == .escape, !field.isSaving, !typed.isEmpty {
      return carryOut(.ask("Discard what you typed?", .discard))
    }
    switch field.press(key) {
    case .submitted: save(field, of: view)
    case .cancelled, .ended: view.field = nil
    case .turned(let turn): field.scroll(turn)
    case nil: view.typed(in: field)
    }
  }

  /// Lets the user edit the text of a field in their editor. It is saved by Enter, so that a refusal keeps
  /// it.
  ///
  /// - Parameter isNew: whether the field was opened for this, and is closed if the text stays as it was.
  func openEditor(for field: TextField, of view: any SceneView, isNew: Bool = false) {
    edit(field.text) { [self] text in
      // Editors end a text with a line end.
      let text =
        text.hasSuffix("\n") && !field.text.hasSuffix("\n") ? String(text.dropLast()) : text
      if view.field !== field, text != field.text {
        LoopActor.task { [self] in say("The field is gone: \(await Editor.save(text)).", .con) }
      } else if isNew, text == field.text {
        view.field = nil
      } else {
        field.take(text)
      }
      return nil
    }
  }

  private func save(_ field: TextField, of view: any SceneView) {
    switch view.submit(field) {
    case .done: view.field = nil
    case .next(let next): view.field = next
    case .refused(let sentence): field.refusal = sentence
    case .call(let call): send(call, of: field)
    case .ask(let text, let call): carryOut(.ask(text, .save(field, call)))
    }
  }

  /// Calls the intent that saves what was typed.
  func send(_ call: Call, of field: TextField) {
    guard let view = views.focused, view.field === field else { return }
    field.isSaving = true
    session.call(call) { [self] result in
      field.isSaving = false
      let isOpen = view.field === field
      switch result {
      case .success(let answer):
        let isAwaited = isOpen && view === views.focused
        if isOpen { view.field = nil }
        rescue.leave()
        view.answered(call, answer)
        if isAwaited { present(view.told(answer)) }
      case .failure(let failure) where !isOpen: fail(with: failure.words)
      case .failure where view !== views.focused:
        rescue.leave()
        rescue.save(view)
      case .failure(let failure): refuse(field, of: view, failure)
      }
      finish()
    }
  }

  private func refuse(_ field: TextField, of view: any SceneView, _ failure: Failure) {
    dropAhead()
    switch failure {
    case _ where failure.isConflict && view.resolve(field): field.refusal = TextField.conflict
    case .refused(let error, _, _): view.field = view.refused(field, error)
    default: field.refusal = failure.words
    }
  }
}
