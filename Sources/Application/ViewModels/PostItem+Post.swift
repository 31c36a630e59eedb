public import BoardValues
public import Domain

extension PostItem {
  public init(_ post: PostOverview) {
    let words = post.beginning.split { $0.isWhitespace }
    self.init(
      id: post.id, title: post.title.uppercased(),
      subtitle: String(words.joined(separator: " ").prefix(Self.subtitleCharacters)),
      author: post.author, created: post.created.rfc3339, updated: post.updated.rfc3339,
      updatedBy: post.updatedBy,
      dates: post.created.words(editedAt: post.updated, by: post.updatedBy))
  }
}

extension PostText {
  public init(_ post: Post) {
    self.init(
      id: post.id, title: post.title, content: post.content, author: post.author,
      created: post.created.rfc3339, updated: post.updated.rfc3339, updatedBy: post.updatedBy,
      dates: post.created.words(editedAt: post.updated, by: post.updatedBy))
  }
}
