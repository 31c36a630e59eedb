internal import TerminalClient

/// The posts of a topic, newest first: those that the daemon shows by itself, then older ones, which
/// are loaded when the user gets to them.
struct PostList {
  private(set) var posts: [Board.Post] = []
  /// How many of them the daemon shows by itself.
  private var count = 0
  /// Whether all posts are known.
  private(set) var isComplete = false

  var newest: ArraySlice<Board.Post> { posts[..<count] }
  private var older: ArraySlice<Board.Post> { posts[count...] }

  /// The last one that the daemon shows by itself, if older ones are known, too.
  var lastBeforeOlder: Board.Post? { count > 0 && count < posts.count ? posts[count - 1] : nil }

  /// Takes what the daemon shows by itself. What has given way to new posts stays in the list.
  mutating func show(_ newest: [Board.Post]) {
    let ids = Set(newest.map(\.id))
    let before = self.newest
    var rest: [Board.Post] = []
    // Fewer than before are all that there are.
    if newest.count >= count, let last = before.firstIndex(where: { $0.id == newest.last?.id }) {
      rest += before[(last + 1)...]
    }
    rest += older
    posts = newest + rest.filter { !ids.contains($0.id) }
    count = newest.count
    isComplete = false
  }

  /// Adds the page that follows the last post.
  ///
  /// - Parameter id: of the post that was the last one when the page was asked for.
  mutating func append(_ page: [Board.Post], after id: String) {
    guard posts.last?.id == id else { return }
    let known = Set(posts.map(\.id))
    let new = page.filter { !known.contains($0.id) }
    isComplete = new.isEmpty
    posts += new
  }

  /// Takes the page that follows ``lastBeforeOlder``, in place of what was known.
  ///
  /// - Parameter id: of the post that this was when the page was asked for.
  mutating func confirm(_ page: [Board.Post], after id: String) {
    guard lastBeforeOlder?.id == id else { return }
    let next = older.firstIndex { $0.id == page.last?.id }.map { $0 + 1 } ?? posts.endIndex
    posts = posts[..<count] + page + posts[next...]
    isComplete = page.isEmpty
  }

  /// Takes what an older post has become; nil if it was removed.
  mutating func replace(_ id: String, with post: Board.Post?) {
    guard let index = older.firstIndex(where: { $0.id == id }) else { return }
    posts.replaceSubrange(index...index, with: [post].compactMap(\.self))
  }

  /// The post before an older one.
  func neighbor(ofOlder id: String) -> Board.Post? {
    older.firstIndex { $0.id == id }.flatMap { $0 > 0 ? posts[$0 - 1] : nil }
  }
}
