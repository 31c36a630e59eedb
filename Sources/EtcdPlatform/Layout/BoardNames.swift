internal import Domain

/// The names of the lists of a board in the layout. Each list keeps its name when it becomes that of
/// another column, so that its arguments need not be written again.
struct BoardNames: Equatable, Sendable {
  /// Of the lists of the topic's own board.
  var own: String
  /// Of the lists of each option.
  var options: [Option.ID: String]

  init(own: String, options: [Option.ID: String] = [:]) {
    (self.own, self.options) = (own, options)
  }

  /// - Parameter option: nil for the topic's own board.
  subscript(option: Option.ID?) -> String? { option.map { options[$0] } ?? own }

  /// Returns the names of the lists of a board that was changed.
  ///
  /// - Parameter newName: makes a name that no lists of the topic have.
  func after(_ old: Board, _ new: Board, newName: () -> String) -> BoardNames {
    var names = self
    let added = new.options.elements.filter { options[$0.id] == nil }
    let removed = old.options.elements.filter { new.options[$0.id] == nil }
    names.options = options.filter { id, _ in new.options[id] != nil }
    if let option = added.first(where: { $0.has(old.ownLists) }), !new.ownLists.have(old.ownLists) {
      // The topic's own board has become that of an option.
      (names.options[option.id], names.own) = (own, newName())
    } else if let option = removed.first(where: { $0.has(new.ownLists) }),
      let name = options[option.id], !new.ownLists.have(old.ownLists)
    {
      // It is that of the topic again.
      names.own = name
    }
    for option in added where names.options[option.id] == nil {
      names.options[option.id] = newName()
    }
    return names
  }
}
