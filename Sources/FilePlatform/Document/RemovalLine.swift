internal import Domain

/// The first line of a file in the trash, before the document as it was:
/// `<!-- removed ada 2026-11-22T10:00:00.000Z Which%20editor? -->`, and for a post also its id.
struct RemovalLine {
  let author: String
  let date: Timestamp
  /// That of the topic or of the post.
  let title: String
  /// nil for a topic.
  var post: Post.ID?

  /// More bytes than such a line has, with each byte of the texts encoded.
  static let longest = 8192

  var bytes: [UInt8] {
    let words =
      ["<!-- removed", CommentWord.encoded(author), date.rfc3339, CommentWord.encoded(title)]
      + (post.map { [CommentWord.encoded($0)] } ?? []) + ["-->\n"]
    return Array(words.joined(separator: " ").utf8)
  }

  /// Reads the line with which a text begins; nil if there is none.
  ///
  /// - Returns: the line, and how many bytes it has.
  static func first(of text: ArraySlice<UInt8>) -> (line: RemovalLine, count: Int)? {
    let line = text.prefix { $0 != 0x0A }
    guard let comment = TrailingComment(line), comment.before.isEmpty,
      [4, 5].contains(comment.words.count),
      comment.words[0].elementsEqual("removed".utf8),
      let author = CommentWord.decoded(comment.words[1]),
      let date = DocumentDate.date(comment.words[2]),
      let title = CommentWord.decoded(comment.words[3])
    else { return nil }
    let post = comment.words.count == 5 ? CommentWord.decoded(comment.words[4]) : nil
    return (RemovalLine(author: author, date: date, title: title, post: post), line.count + 1)
  }
}
