internal import BoxWire

/// The text of a post as a person edits it: the title on the first line, then the content.
struct PostDraft: Equatable {
  var title: String
  var content: String

  /// What an editor shows.
  var text: String { title.isEmpty && content.isEmpty ? "" : "\(title)\n\n\(content)\n" }

  init(title: String, content: String) {
    self.title = title
    self.content = content
  }

  /// - Parameter text: the title is its first line that is not blank, the content what follows.
  init(text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let rest = lines.drop { $0.allSatisfy(\.isWhitespace) }
    title = rest.first.map(String.init) ?? ""
    content = rest.dropFirst().drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    while content.last?.isNewline == true { content.removeLast() }
  }
}
