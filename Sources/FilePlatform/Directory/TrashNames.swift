internal import Domain

/// The names of the files in the trash of a store, such as `<removal>.cats.md`.
struct TrashName: Equatable {
  let removal: Removal.ID
  /// Where it belongs.
  let place: Place
  /// Whether it is a post, in a document that has nothing else.
  let isPost: Bool

  enum Place: Equatable {
    case topic(Topic.ID)
    /// A topic that is in the trash itself.
    case removed(Removal.ID)
  }

  /// The directory of the trash.
  static let directory = ".trash"
  /// Makes git ignore the directory.
  static let ignored = ".gitignore"

  init(_ removal: Removal.ID, _ place: Place, isPost: Bool) {
    self.removal = removal
    self.place = place
    self.isPost = isPost
  }

  /// nil for any other name.
  init?(_ name: String) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard [3, 4].contains(words.count), Topic.isID(words[0]), words.last == "md" else { return nil }
    removal = words[0]
    isPost = words.count == 4
    guard !isPost || words[2] == "post" else { return nil }
    if words[1].hasPrefix("@") {
      guard isPost, case let id = String(words[1].dropFirst()), Topic.isID(id) else { return nil }
      place = .removed(id)
    } else {
      guard Topic.isID(words[1]) else { return nil }
      place = .topic(words[1])
    }
  }

  var text: String {
    let place =
      switch place {
      case .topic(let id): id
      case .removed(let id): "@\(id)"
      }
    return "\(removal).\(place)\(isPost ? ".post" : "").md"
  }

  /// Returns the name of a post whose topic is elsewhere now.
  func at(_ place: Place) -> TrashName { TrashName(removal, place, isPost: isPost) }
}

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
