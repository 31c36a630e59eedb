internal import ArgumentParser
internal import BoxWire
internal import OperatingSystem
internal import Terminal

/// A completion of a word.
struct Candidate {
  let text: String
  /// What a shell shows beside it, such as the text of an argument with this id; empty for nothing.
  var note = ""

  /// As the completion script takes it: with a tab and the note, if it asks for notes.
  var line: String {
    guard !note.isEmpty, Environment["PROCON_COMPLETION_NOTES"] != nil else { return text }
    return "\(text)\t\(note.harmless.truncated(to: Self.longestNote))"
  }

  /// In columns, so that a note and a UUID fit into a line.
  private static let longestNote = 40
}

extension String {
  /// Whether no shell runs a part of it: bash expands candidates as it does words of a command, and
  /// other people choose them.
  var isHarmless: Bool { unicodeScalars.allSatisfy(\.isHarmless) }

  /// This text, with something else in place of what a shell may run.
  fileprivate var harmless: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.isHarmless ? $0 : $0 == "'" ? "\u{2019}" : "?" }))
  }

  /// Whether it can be completed as it is: bash separates candidates at blanks.
  var isCandidate: Bool {
    isHarmless && (CompletionShell.requesting != .bash || !contains(where: \.isWhitespace))
  }
}

extension Unicode.Scalar {
  fileprivate var isHarmless: Bool {
    !"$`\\\"'<>{}~".unicodeScalars.contains(self) && properties.generalCategory != .control
  }
}
