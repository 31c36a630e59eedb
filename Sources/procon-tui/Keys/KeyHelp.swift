internal import Terminal

/// The keys of a screen as lines of text.
struct KeyHelp {
  let lines: [String]

  init(
    _ bindings: [KeyBinding], and everywhere: [KeyBinding] = KeyTable.everywhere, columns: Int
  ) {
    let own = Set(bindings.flatMap(\.keys))
    let rows =
      bindings.map { ($0.keys, $0.words) }
      + everywhere.map { ($0.keys.filter { !own.contains($0) }, $0.words) }
    lines =
      Self.table(rows.map { (Self.names($0), $1) } + KeyTable.terminal, columns)
      + ["", "While you type:"]
      + Self.table(
        KeyTable.editing.map { (Self.names($0.keys), $0.words) } + [
          (KeyTable.fieldEditor.description, "edit the text in $EDITOR"),
          ("\(Key.up) \(Key.down)", "go to another line or field"),
        ], columns)
  }

  private static func names(_ keys: [Key]) -> String {
    keys.map(\.description).joined(separator: " ")
  }

  private static func table(_ rows: [(keys: String, words: String)], _ columns: Int) -> [String] {
    let width = (rows.map(\.keys.columns).max() ?? 0) + 2
    return rows.flatMap { keys, words in
      // Further lines of a description begin in its column.
      words.wrapped(to: max(columns - width, 1)).enumerated().map { number, line in
        let before = number == 0 ? keys : ""
        return "\(before)\(String(repeating: " ", count: width - before.columns))\(line)"
      }
    }
  }
}
