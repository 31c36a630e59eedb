internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// What the user has deleted in a list and can bring back, in the order of deletion.
struct Deletions {
  private var restoring: [Call] = []

  /// Remembers the answer of an intent that has removed something; others have no effect.
  ///
  /// - Parameter root: where the store is mounted.
  mutating func answered(_ call: Call, _ answer: JSONText, under root: String) {
    if let id = answer[AnswerKey.trash]?.string {
      restoring.append(Call(TrashItem.intent("restore", under: root), [.id: JSONText(id)]))
    } else {
      let id = call.parameters[.id]?.string
      restoring.removeAll { $0.intent == call.intent && $0.parameters[.id]?.string == id }
    }
  }

  /// Brings back the last one.
  var undo: Deed {
    restoring.last.map { .call($0) }
      ?? .say("You have deleted nothing here that can be brought back.")
  }
}
