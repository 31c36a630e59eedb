/// The text of a post as a person edits it: the title on the first line, then the content.
package struct PostDraft: Equatable {
  package var title: String
  package var content: String

  /// What an editor shows.
  package var text: String { title.isEmpty && content.isEmpty ? "" : "\(title)\n\n\(content)\n" }

  package init(title: String, content: String) {
    self.title = title
    self.content = content
  }

  /// - Parameter text: the title is its first line that is not blank, the content what follows.
  package init(text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let rest = lines.drop { $0.allSatisfy(\.isWhitespace) }
    title = rest.first.map(String.init) ?? ""
    content = Self.content(
      of: rest.dropFirst().drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n"))
  }

  /// - Parameter text: from an editor, most of which end the last line.
  package static func content(of text: String) -> String {
    String(text[..<(text.lastIndex { !$0.isNewline }.map(text.index(after:)) ?? text.startIndex)])
  }
}
