internal import BoardValues

/// The posts of a topic, newest first: those that the daemon shows by itself, then older ones, which
/// are loaded when the user gets to them.
struct PostList {
  /// How many posts a page has; a shorter one is the last one.
  let pageSize: Int
  private(set) var posts: [PostItem] = []
  /// How many of them the daemon shows by itself.
  private var count = 0
  /// Whether all posts are known.
  private(set) var isComplete = false

  /// - Parameter pageSize: the default is the most that the daemon sends.
  init(pageSize: Int = 50) {
    self.pageSize = pageSize
  }

  private var newest: ArraySlice<PostItem> { posts[..<count] }
  private var older: ArraySlice<PostItem> { posts[count...] }

  /// Takes what the daemon shows by itself. What has given way to new posts stays in the list.
  mutating func show(_ newest: [PostItem]) {
    let ids = Set(newest.map(\.id))
    let before = self.newest
    var rest: [PostItem] = []
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
  mutating func append(_ page: [PostItem], after id: String) {
    guard posts.last?.id == id else { return }
    let known = Set(posts.map(\.id))
    let new = page.filter { !known.contains($0.id) }
    isComplete = page.count < pageSize || new.isEmpty
    posts += new
  }

  /// The post to ask for what follows it, to compare the older posts around one with those of the
  /// daemon; nil if no older ones are known.
  func anchor(of id: String?) -> PostItem? {
    guard count > 0, !older.isEmpty else { return nil }
    let index = older.firstIndex { $0.id == id } ?? count
    return posts[max(count - 1, index - Self.shownBefore)]
  }

  /// Takes the page that follows a post, in place of what was known. Older posts may have become known
  /// or others gone in the meantime.
  mutating func replace(_ page: [PostItem], after id: String) {
    guard let anchor = posts.firstIndex(where: { $0.id == id }), anchor >= count - 1 else { return }
    let isLast = page.count < pageSize
    let end = isLast ? nil : posts[(anchor + 1)...].firstIndex { $0.id == page.last?.id }
    if end == nil { isComplete = isLast }
    posts = posts[...anchor] + page + (end.map { posts[($0 + 1)...] } ?? [])
  }

  /// How many posts to compare before one.
  private static let shownBefore = 20
}
