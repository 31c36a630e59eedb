internal import BoxWire

/// The keys that the user has chosen, in place of those of the tables.
struct KeyMap: Equatable {
  private var chosen: [Command: [Key]] = [:]

  /// Returns bindings with the user's keys. A key that the user has given to another command of the
  /// screen is only that command's.
  func callAsFunction(_ bindings: [KeyBinding]) -> [KeyBinding] {
    guard !chosen.isEmpty else { return bindings }
    let taken = Set(bindings.flatMap { chosen[$0.command] ?? [] })
    return bindings.map { binding in
      var binding = binding
      binding.keys = chosen[binding.command] ?? binding.keys.filter { !taken.contains($0) }
      return binding
    }
  }

  /// The command of a key on a screen; nil if it has none.
  func command(of key: Key, in bindings: [KeyBinding]) -> Command? {
    self(bindings + KeyTable.everywhere).first { $0.keys.contains(key) }?.command
  }

  /// Takes a member of the settings: the name of a command, and a key or several.
  ///
  /// - Throws: `SettingsError`.
  mutating func set(_ member: JSONSource.Member) throws(SettingsError) {
    let fault = { (words: String) in
      SettingsError(line: member.line, words: "names \"\(member.name)\", which \(words)")
    }
    guard let command = Command(rawValue: member.name) else {
      throw fault("is no command; procon-tui --keys lists them")
    }
    let names = (member.value.elements ?? [member.value]).map(\.text.string)
    chosen[command] = try names.map { name throws(SettingsError) in
      guard let name, let key = Key(named: name) else {
        let given = name.map { "\"\($0)\"" } ?? "something else"
        throw fault("needs keys such as \"a\", \"Ctrl-L\" and \"Enter\", not \(given)")
      }
      return key
    }
  }
}

extension Key {
  /// - Parameter name: as the help shows it; arrows can also be named by their directions.
  init?(named name: String) {
    let others: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .character(" "),
    ]
    let words: [String: Key] = ["Up": .up, "Down": .down, "Left": .left, "Right": .right]
    if let key = words[name] ?? others.first(where: { $0.description == name }) {
      self = key
    } else if name.hasPrefix("Ctrl-"), let letter = name.last, name.count == 6, letter.isASCII,
      letter.isLetter
    {
      self = .control(Character(letter.lowercased()))
    } else if name.count == 1, let character = name.first {
      self = .character(character)
    } else {
      return nil
    }
  }
}
