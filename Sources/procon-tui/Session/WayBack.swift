internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The way of a new session to the place of the lost one.
struct WayBack {
  /// The calls that lead there.
  let there: [Call]
  /// The calls that bring back what the user has typed there.
  let then: [Call]

  /// What these bring back, as a text; empty if there is nothing.
  private var typed: String {
    let last = { (name: ParameterName) in then.compactMap { $0.parameters[name]?.string }.last ?? ""
    }
    return PostDraft(title: last(.title), content: last(.content)).text
  }

  var bringsText: Bool { !typed.isEmpty }

  /// Saves what the user has typed in a file, since it cannot be brought back.
  ///
  /// - Returns: the failure, also with the path of the file.
  @LoopActor
  func save(after failure: Failure) async -> Failure {
    guard bringsText else { return failure }
    return .textKept(await Editor.save(typed), after: failure)
  }
}
