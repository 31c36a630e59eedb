internal import BoxWire
internal import Domain
internal import Fetch

/// Posts of a topic, as a service has them.
struct PostsDocument: Sendable {
  /// Newest first.
  private(set) var posts: [Post] = []
  /// By identifier of the post.
  private(set) var beside: [Post.ID: Beside] = [:]
  private(set) var pruned = Pruned()
  /// The number of all posts of the topic; nil if the service does not send it.
  var count: Int?

  /// No posts.
  init() {}

  /// Reads an array of posts, or an object with `items`, and `count` if there is such a member.
  ///
  /// - Parameters:
  ///   - limit: maximum number of posts to keep, the newest ones; nil for all.
  init(_ json: JSONText, of topic: Topic.ID, limit: Int? = nil) throws(BadBody) {
    guard let elements = json.listElements else { throw .notList }
    for (index, element) in elements.enumerated() {
      do throws(BadElement) {
        let (post, own) = try Self.post(element, of: topic)
        guard beside[post.id] == nil else { throw .repeatedIdentifier }
        beside[post.id] = own
        posts.append(post)
      } catch {
        pruned.add(element, at: index, error)
      }
    }
    posts.sort { $0.isNewer(than: $1) }
    let sent = posts.count
    let limit = limit ?? sent
    count = json["count"]?.integer.map { max($0, sent) } ?? (sent > limit ? sent : nil)
    guard sent > limit else { return }
    for post in posts[limit...] { beside[post.id] = nil }
    posts.removeSubrange(limit...)
  }

  init(body: [UInt8], of topic: Topic.ID, limit: Int? = nil) throws(BadBody) {
    try self.init(JSONText(body: body), of: topic, limit: limit)
  }

  /// What was asked for of the posts, although the service may have sent more.
  ///
  /// - Parameter query: `before`, the name of a post than which all are older, and `limit`, their
  ///   maximum number; each may be missing.
  func page(_ query: [QueryItem]) -> PostsDocument {
    let value = { (name: String) in query.first { $0.name == name }?.value }
    var page = self
    if let post = value("before").flatMap({ Identifier($0) })?.segment {
      page.posts = posts.older(than: post)
    }
    if let limit = value("limit").flatMap({ Int($0) }) {
      page.posts = Array(page.posts.prefix(limit))
    }
    let ids = Set(page.posts.map(\.id))
    page.beside = beside.filter { ids.contains($0.key) }
    return page
  }

  /// Reads one post: `title`, `content` or `body`, and `author` or `userId` and dates if there are
  /// such members.
  static func post(
    _ json: JSONText, of topic: Topic.ID
  ) throws(BadElement) -> (Post, Beside) {
    guard let object = JSONObject(json) else { throw .notObject }
    var beside = try Beside(object, understood: names)
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

/// A post as a resource of its own.
struct ServedPost: Sendable {
  let post: Post
  /// What the service has of it; nil if it is not known.
  let beside: Beside?

  init(_ post: Post, _ beside: Beside?) {
    self.post = post
    self.beside = beside
  }

  init(body: [UInt8], of topic: Topic.ID) throws(BadBody) {
    let json = try JSONText(body: body)
    do throws(BadElement) {
      let (post, beside) = try PostsDocument.post(json, of: topic)
      self.init(post, beside)
    } catch {
      throw error == .notObject ? .notObject : .element(error)
    }
  }

  /// The post as it is stored here.
  func copy(_ shape: Service.Shape) -> JSONText {
    PostsDocument.json(of: post, beside, shape, isCopy: true)
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
