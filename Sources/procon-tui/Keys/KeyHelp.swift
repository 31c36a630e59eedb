internal import Terminal

/// The keys of a screen as lines of text.
struct KeyHelp {
  let lines: [String]

  init(_ bindings: [KeyBinding], columns: Int) {
    let rows = (bindings + KeyTable.everywhere).map { binding in
      (binding.keys.map(\.description).joined(separator: " "), binding.words)
    }
    let width = rows.map(\.0.columns).max() ?? 0
    lines = rows.map { keys, words in
      "\(keys)\(String(repeating: " ", count: width - keys.columns + 2))\(words)".cut(to: columns)
    }
  }
}
