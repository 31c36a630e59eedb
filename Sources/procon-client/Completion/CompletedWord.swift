internal import BoxWire

/// The word of a command line that a shell wants completed, and the words around it.
struct CompletedWord {
  /// The words as they were typed, quotes and all, the program's name first.
  private let words: [String]
  private let index: Int
  /// What stands before the cursor, without the quote that may begin it.
  let text: String

  /// - Parameters:
  ///   - words: as they were typed, the program's name first.
  ///   - index: of the word in `words`, which it may stand behind; below 0 counts as 0.
  ///   - prefix: what stands before the cursor in the last of `words`.
  init(_ words: [String], at index: Int, prefix: String) {
    self.words = words
    self.index = max(0, index)
    let typed = index == words.count - 1 || !words.indices.contains(index) ? prefix : words[index]
    text = typed.first == "'" || typed.first == "\"" ? String(typed.dropFirst()) : typed
  }

  /// The socket that an option before or after it names; nil when there is none.
  var socket: String? {
    for (option, value) in zip(words, words.dropFirst()) where option == "--socket" {
      return value.withoutQuotes
    }
    let option = words.first { $0.hasPrefix("--socket=") }
    return option.map { String($0.dropFirst("--socket=".count)).withoutQuotes }
  }

  /// The intent that stands before it, behind `call`; nil when there is none.
  var intentBefore: Path? {
    let words = words.prefix(index).drop { $0 != "call" }
    return zip(words, words.dropFirst()).lazy
      .filter { !Self.optionsWithValue.contains($0) && !$1.hasPrefix("-") }
      .compactMap { Path($1.withoutQuotes) }.first
  }

  /// The options of `call` whose value is a word of its own.
  private static let optionsWithValue = ["--socket", "--color", "--json"]

  /// Whether a word before it begins so.
  func follows(_ beginning: String) -> Bool {
    words.prefix(index).contains { $0.withoutQuotes.hasPrefix(beginning) }
  }
}

extension String {
  /// Without the quotes around it; those inside stay.
  fileprivate var withoutQuotes: String {
    guard let quote = first, quote == "'" || quote == "\"" else { return self }
    return String(dropFirst().last == quote ? dropFirst().dropLast() : dropFirst())
  }
}
