internal import BoxWire
internal import Domain

/// Posts of a topic, as a service has them.
struct PostsDocument: ServiceDocument {
  /// Newest first.
  private(set) var posts: [Post] = []
  /// By identifier of the post.
  private(set) var beside: [Post.ID: Beside] = [:]
  private(set) var pruned = Pruned()
  var reasonForPruning: BadElement? { pruned.reason }
  /// The number of all posts of the topic; nil if the service does not send it.
  var count: Int?

  /// No posts.
  init() {}

  /// Reads an array of posts, or an object with `items`, and `count` if there is such a member.
  ///
  /// - Parameters:
  ///   - limit: maximum number of posts to keep, the newest ones.
  ///   - oldest: only posts older than this one are kept; nil for all.
  init(
    _ json: JSONText, of topic: Topic.ID, limit: Int, before oldest: Post.ID? = nil
  ) throws(BadBody) {
    guard let elements = json.listElements else { throw .notList }
    for element in elements {
      do throws(BadElement) {
        let (post, own) = try Self.post(element, of: topic)
        guard beside[post.id] == nil else { throw .repeatedIdentifier }
        beside[post.id] = own
        posts.append(post)
      } catch {
        pruned.add(element, error)
      }
    }
    posts.sort { $0.isNewer(than: $1) }
    let sent = posts.count
    count = json["count"]?.integer.map { max($0, sent) } ?? (sent > limit ? sent : nil)
    if let oldest { posts = posts.older(than: oldest) }
    truncate(to: limit)
  }

  init(body: [UInt8], of topic: Topic.ID, limit: Int, before oldest: Post.ID? = nil)
    throws(BadBody)
  {
    try self.init(JSONText(body: body), of: topic, limit: limit, before: oldest)
  }

  private mutating func truncate(to limit: Int) {
    guard posts.count > limit else { return }
    for post in posts[limit...] { beside[post.id] = nil }
    posts.removeSubrange(limit...)
  }

  /// Reads one post: `title`, `content` or `body`, and `author` or `userId` and dates if there are
  /// such members.
  ///
  /// - Parameter known: the identifier that it must have; nil for any.
  static func post(
    _ json: JSONText, of topic: Topic.ID, as known: Identifier? = nil
  ) throws(BadElement) -> (Post, Beside) {
    guard let object = JSONObject(json) else { throw .notObject }
    if known != nil, object.identity == nil { throw .noIdentifier }
    var beside = try Beside(object, understood: names, as: known)
    guard let title = object["title"]?.string else { throw .noTitle }
    guard let content = object["content", "body"]?.string else { throw .content }
    let author = object.text("author", "userId") ?? ""
    guard Limits.isAuthor(author) else { throw .author }
    let name = ["author", "userId"].first { object[$0] != nil }
    beside.author = name.flatMap { name in object[name].map { (name, $0) } }
    let dates = Dates(object)
    do throws(PostError) {
      let post = Post(
        id: beside.id.segment, topic: topic, title: try Post.rightTitle(title),
        content: try Post.rightContent(content), author: author, created: dates.created,
        updated: dates.updated, updatedBy: object.editor)
      return (post, beside)
    } catch {
      if case .invalid(.title) = error { throw .title }
      throw .content
    }
  }

  static func post(
    body: [UInt8], of topic: Topic.ID, as known: Identifier
  ) throws(BadBody) -> (Post, Beside) {
    let json = try JSONText(body: body)
    do throws(BadElement) {
      return try post(json, of: topic, as: known)
    } catch {
      throw error == .notObject ? .notObject : .element(error)
    }
  }

  private static let names = Set(["title", "content", "body", "author", "userId"])
    .union(Dates.names)

  /// The posts as they are stored here.
  func json(_ shape: Service.Shape) -> JSONText {
    let items = posts.map { post in
      Self.json(of: post, beside[post.id], shape, isCopy: true)
    }
    return JSONText([
      ("count", count.map { JSONText($0) }),
      ("items", JSONText(elements: items + pruned.elements)),
    ])
  }

  /// One post, as it is sent or stored.
  ///
  /// - Parameter beside: what the service has of it; nil for a new one.
  static func json(
    of post: Post, _ beside: Beside?, _ shape: Service.Shape, isCopy: Bool = false
  ) -> JSONText {
    let isBoard = shape == .board
    let hasDates = isCopy || isBoard
    let own = beside ?? Beside(segment: post.id)
    // A service of the other shape names posts itself.
    let identity = beside == nil && !isBoard && !isCopy ? nil : own.identity.value
    let author = own.author ?? (isBoard ? "author" : "userId", JSONText(post.author))
    let members: [(name: String, value: JSONText?)] = [
      (own.identity.name, identity), ("title", JSONText(post.title)),
      (isBoard ? "content" : "body", JSONText(post.content)), (author.name, author.value),
      ("created", hasDates ? post.created.known.map { JSONText($0) } : nil),
      ("updated", hasDates ? post.updated.known.map { JSONText($0) } : nil),
      ("updatedBy", hasDates ? post.updatedBy.map { JSONText($0) } : nil),
    ]
    return JSONText(members + own.members(isCopy: isCopy))
  }

  // MARK: Changes

  /// Adds, replaces or removes a post.
  ///
  /// - Parameter beside: what the service has of the new post.
  mutating func put(_ post: Post?, _ own: Beside?, insteadOf old: Post?) {
    if let old {
      posts.removeAll { $0.id == old.id }
      beside[old.id] = nil
    }
    count = count.map { $0 + (post == nil ? 0 : 1) - (old == nil ? 0 : 1) }
    guard let post else { return }
    beside[post.id] = own
    posts.insert(post, at: posts.firstIndex { post.isNewer(than: $0) } ?? posts.count)
  }
}

extension Post {
  /// Whether it was written later than another one; of equal dates, by identifier.
  func isNewer(than other: Post) -> Bool {
    created == other.created ? id.isLater(than: other.id) : created > other.created
  }
}

extension [Post] {
  /// The posts after one that is among them, or those with an earlier identifier.
  fileprivate func older(than id: Post.ID) -> [Post] {
    if let index = firstIndex(where: { $0.id == id }) { return Array(self[(index + 1)...]) }
    return filter { id.isLater(than: $0.id) }
  }
}

extension String {
  /// Whether an identifier was given later than another one: numbers count up, and other
  /// identifiers are assumed to sort by date, as those of procon do.
  fileprivate func isLater(than other: String) -> Bool {
    if let number = UInt64(self), let otherNumber = UInt64(other) { return number > otherNumber }
    return other.utf8.lexicographicallyPrecedes(utf8)
  }
}
