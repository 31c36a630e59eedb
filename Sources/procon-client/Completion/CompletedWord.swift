internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// The word that a shell wants completed, and the words around it.
struct CompletedWord {
  /// The words as they were typed, with their quotes; the program's name first.
  private let words: [String]
  private let index: Int
  /// The part of the word before the cursor, without an opening quote.
  let text: String

  /// - Parameters:
  ///   - words: as they were typed, the program's name first.
  ///   - index: the index of the word in `words`, or one after the last; below 0 means 0.
  ///   - prefix: the part before the cursor of the last of `words`.
  init(_ words: [String], at index: Int, prefix: String) {
    self.words = words
    self.index = max(0, index)
    let typed = index == words.count - 1 || !words.indices.contains(index) ? prefix : words[index]
    text = typed.first == "'" || typed.first == "\"" ? String(typed.dropFirst()) : typed
  }

  /// The value of an option such as `--socket`, before or after the word; nil when there is none.
  func value(of option: String) -> String? {
    for (word, value) in zip(words, words.dropFirst()) where word == option {
      return value.withoutQuotes
    }
    let word = words.first { $0.hasPrefix("\(option)=") }
    return word.map { String($0.dropFirst(option.count + 1)).withoutQuotes }
  }

  /// The daemon's socket; nil if that cannot be determined.
  var place: DaemonPlace? { try? value(of: "--socket").map { DaemonPlace($0) } ?? .standard }

  /// The last of these names before the word that is not the value of `--topic`; nil when there is
  /// none.
  func last(of names: [String]) -> String? {
    let before = words.prefix(index).map(\.withoutQuotes)
    return Array(zip(before, before.dropFirst())).last { $0 != "--topic" && names.contains($1) }?.1
  }

  /// The first word after the command that is neither an option nor the value of one; nil when there is
  /// none.
  var commandArgument: String? {
    let before = words.prefix(index).dropFirst().map(\.withoutQuotes)
    let plain = zip([""] + before, before).filter { previous, word in
      !word.hasPrefix("-") && !(previous.hasPrefix("--") && !previous.contains("="))
    }
    return plain.dropFirst().first?.1
  }

  /// The intent between `call` and the word; nil when there is none.
  var intentBefore: Path? {
    let words = words.prefix(index).drop { $0 != "call" }
    return zip(words, words.dropFirst()).lazy
      .filter { !Self.optionsWithValue.contains($0) && !$1.hasPrefix("-") }
      .compactMap { Path($1.withoutQuotes) }.first
  }

  /// The options of `call` that take the next word as value.
  private static let optionsWithValue =
    ["--socket", "--color", "--json", "--timeout"] + CommonOptions.loginNames

  /// Whether an earlier word starts with this text.
  func follows(_ beginning: String) -> Bool {
    words.prefix(index).contains { $0.withoutQuotes.hasPrefix(beginning) }
  }
}

extension String {
  /// This text without the quotes around it. Quotes inside are kept.
  fileprivate var withoutQuotes: String {
    guard let quote = first, quote == "'" || quote == "\"" else { return self }
    return String(dropFirst().last == quote ? dropFirst().dropLast() : dropFirst())
  }
}
